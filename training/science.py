"""Made-up findings in the manner of abstracts and reports, with claims about them whose label is known by construction.

The pool has almost no scientific prose, while much of what gets checked is of this kind: something raises, lowers or does not
change something else. A finding here has a cause, an effect and a direction; a claim about the same two things is entailed if the
direction agrees, contradicted if it differs, and neutral if the text only asks the question or speaks of other things. The
statements are not meant to be true: the model must read the premise, not recall a fact, so every direction occurs with everything.
"""
E, C, N = "entailment", "contradiction", "neutral"

# Alternatives within a line are names for the same thing.
CAUSES = [c.split("|") for c in """vitamin D supplementation|taking vitamin D|vitamin D
aspirin|acetylsalicylic acid
smoking|tobacco smoking|cigarette smoking
wearing a face mask|face masks|mask wearing|face coverings
hydroxychloroquine|HCQ
remdesivir
ivermectin
physical exercise|regular exercise|physical activity
alcohol consumption|drinking alcohol
hypertension|high blood pressure
obesity|being obese|a high body mass index
diabetes|diabetes mellitus|diabetic disease
statins|statin therapy
metformin
antibiotics|antibiotic treatment
corticosteroids|steroids|dexamethasone treatment
social distancing|physical distancing
school closures|closing schools
lockdowns|stay-at-home orders
the BCG vaccine|BCG vaccination
influenza vaccination|the flu vaccine|flu shots
zinc|zinc supplements
probiotics|probiotic supplements
coffee consumption|drinking coffee
green tea
red meat|eating red meat
omega-3 fatty acids|fish oil
sleep deprivation|lack of sleep|insufficient sleep
air pollution|polluted air|fine particulate matter
high temperature|warm weather|heat
humidity|humid air
ultraviolet light|UV light|UV radiation
hand washing|washing hands|hand hygiene
garlic
vitamin C|ascorbic acid
calcium supplements
breastfeeding
chronic stress|psychological stress
pregnancy|being pregnant
older age|advanced age|ageing
male sex|being male
blood type A|having blood group A
ACE inhibitors|angiotensin-converting enzyme inhibitors
ibuprofen|nonsteroidal anti-inflammatory drugs
convalescent plasma|plasma from recovered patients
monoclonal antibodies|antibody therapy
a ketogenic diet|low-carbohydrate diets
fasting|caloric restriction
mindfulness training|meditation
screening|early screening
deforestation|the clearing of forests
volcanic eruptions|volcanic activity
carbon dioxide|CO2|rising CO2 levels
solar activity|changes in the sun's output
cloud cover|clouds
urbanisation|the growth of cities
carbon taxes|a tax on carbon
renewable energy|wind and solar power
minimum wages|raising the minimum wage
immigration|migration
5G networks|5G radiation
cannabis|marijuana
nicotine
chloroquine
IL-6|interleukin-6
TNF-alpha|tumour necrosis factor
p53|the p53 protein
BRCA1 mutations|mutations in BRCA1
miR-21|microRNA-21
TGF-beta signalling|TGF-β
the gut microbiota|gut bacteria
insulin
leptin
estrogen|oestrogen
testosterone
oxidative stress|reactive oxygen species
autophagy
NF-kB|NF-κB activation
histone acetylation
DNA methylation
regulatory T cells|Tregs
macrophages
neutrophils
the receptor PD-1|PD-1 signalling
mTOR|mTORC1 activity
AMPK|AMPK activation
VEGF|vascular endothelial growth factor""".split("\n")]
EFFECTS = [c.split("|") for c in """mortality|the death rate|the risk of death|deaths
the risk of infection|the likelihood of infection|infections
COVID-19 severity|the severity of COVID-19|severe COVID-19
transmission of the virus|viral transmission|the spread of the virus
hospital admissions|hospitalisation|the need for hospital care
the risk of heart attack|the risk of myocardial infarction
the risk of stroke|strokes
blood pressure|arterial pressure
lung cancer risk|the risk of lung cancer|lung cancer incidence
breast cancer risk|the incidence of breast cancer
tumour growth|tumor growth|the growth of tumours
metastasis|the spread of tumours to other organs
inflammation|inflammatory responses
viral load|the amount of virus
viral replication|replication of the virus
bone density|bone mass
fracture risk|the risk of fractures
cognitive decline|loss of cognitive function
the risk of dementia|dementia incidence
depression|depressive symptoms
anxiety
body weight|weight
insulin resistance
blood glucose|blood sugar levels
cholesterol levels|LDL cholesterol
asthma attacks|asthma exacerbations
preterm birth|premature births
birth weight
the duration of symptoms|how long symptoms last
the length of hospital stay|time spent in hospital
kidney function|renal function
liver damage|liver injury
the risk of diabetes|diabetes incidence
antibody production|antibody levels
immune responses|immunity
T cell activation|activation of T cells
apoptosis|programmed cell death
cell proliferation|proliferation of cells
angiogenesis|formation of new blood vessels
survival of patients|patient survival
lifespan|life expectancy
fertility
sleep quality
school performance|test scores
unemployment|the unemployment rate
inflation|consumer prices
crime|crime rates
greenhouse gas emissions|carbon emissions
global temperature|global warming|average surface temperature
sea level|sea levels
hurricane frequency|the number of hurricanes
rainfall|precipitation
Arctic sea ice|sea ice extent in the Arctic
coral bleaching
biodiversity|species diversity
crop yields|harvests
traffic accidents|road accidents
insulin secretion
bacterial growth|growth of bacteria
gene expression in the liver
synaptic plasticity
neurogenesis|the formation of new neurons
fat storage|storage of fat
wound healing
platelet aggregation|blood clotting
blood clots|thrombosis
lung function
muscle strength""".split("\n")]
WHO = ["patients", "adults", "children", "older people", "mice", "rats", "women", "men", "healthy volunteers", "hospitalised patients",
       "patients with type 2 diabetes", "health care workers", "pregnant women", "cultured cells", "adolescents"]
# Third person singular, plural, past, gerund.
VERBS = {
    "up": ["increases/increase/increased/increasing", "raises/raise/raised/raising", "worsens/worsen/worsened/worsening", "promotes/promote/promoted/promoting",
           "enhances/enhance/enhanced/enhancing", "elevates/elevate/elevated/elevating", "boosts/boost/boosted/boosting", "stimulates/stimulate/stimulated/stimulating"],
    "down": ["reduces/reduce/reduced/reducing", "decreases/decrease/decreased/decreasing", "lowers/lower/lowered/lowering", "prevents/prevent/prevented/preventing",
             "inhibits/inhibit/inhibited/inhibiting", "suppresses/suppress/suppressed/suppressing", "attenuates/attenuate/attenuated/attenuating",
             "protects against/protect against/protected against/protecting against", "diminishes/diminish/diminished/diminishing"],
}
PREMISE = {
    "up": ["{x} significantly {past} {y}.", "{x} {past} {y} in {who}.", "{x} was associated with a {n}% increase in {y}.", "{y} was higher after {x} than in controls (P < 0.0{d}).",
           "We found that {x} {past} {y} {n}% compared with placebo.", "Our results show that {x} {verb} {y}.", "Those exposed to {x} had {d}.{e} times as much {y} as the rest.",
           "{x} is an independent risk factor for {y} (odds ratio {d2}.{e}, 95% CI {d2}.0 to {d3}.{e}).", "A positive correlation between {x} and {y} was observed.",
           "These data suggest that {x} {verb} {y}.", "Removing {x} led to a marked drop in {y}.", "Loss of {x} {dpast} {y}.", "Blocking {x} {dpast} {y} in {who}.",
           "There is strong evidence that {x} can {base} {y}.", "{y} rose sharply with {x}."],
    "down": ["{x} significantly {past} {y}.", "{x} {past} {y} in {who}.", "{x} was associated with a {n}% reduction in {y}.", "{y} was lower after {x} than in controls (P < 0.0{d}).",
             "We found that {x} {past} {y} by {n}% compared with placebo.", "Our results show that {x} {verb} {y}.", "Those exposed to {x} had {n}% less {y} than the rest.",
             "{x} was protective against {y} (hazard ratio 0.{n}).", "An inverse correlation between {x} and {y} was observed.",
             "These data suggest that {x} {verb} {y}.", "Removing {x} led to a marked rise in {y}.", "Loss of {x} {upast} {y}.", "Blocking {x} {upast} {y} in {who}.",
             "There is strong evidence that {x} can {base} {y}.", "{y} fell sharply with {x}."],
    "none": ["{x} had no effect on {y}.", "There was no significant difference in {y} between {x} and placebo (P = 0.{n}).", "{x} did not change {y} in {who}.",
             "We found no association between {x} and {y}.", "{x} neither raised nor lowered {y}.", "{y} was similar with and without {x}.", "No benefit or harm of {x} for {y} was seen.",
             "The data do not support a link between {x} and {y}.", "{y} did not differ according to {x} (relative risk 1.0{d}, 95% CI 0.9 to 1.{d})."],
    "open": ["Whether {x} affects {y} remains unclear.", "We investigated the effect of {x} on {y} in {who}.", "The aim of this study was to determine whether {x} {verb} {y}.",
             "The relation between {x} and {y} has not been studied.", "Further trials are needed to establish the role of {x} in {y}.", "Data on {x} and {y} are scarce and conflicting.",
             "It has been proposed that {x} could {base} {y}, but this has not been tested.", "{x} and {y} were recorded in {big} {who}."],
}
CLAIM = {
    "up": ["{x} {verb} {y}.", "{x} may {base} {y}.", "{x} can {base} {y}.", "{x} leads to more {y}.", "{x} is associated with increased {y}.", "{x} {verb} {y} in {who}.", "{x} has an adverse or raising effect on {y}.",
           "{y} increases with {x}.", "{y} is higher with {x}.", "Higher {y} is linked to {x}."],
    "down": ["{x} {verb} {y}.", "{x} may {base} {y}.", "{x} can {base} {y}.", "{x} leads to less {y}.", "{x} is associated with reduced {y}.", "{x} {verb} {y} in {who}.", "{x} can help to lower {y}.",
             "{y} decreases with {x}.", "{y} is lower with {x}.", "Lower {y} is linked to {x}."],
    "none": ["{x} has no effect on {y}.", "{x} does not affect {y}.", "{x} is not associated with {y}.", "There is no link between {x} and {y}.", "{x} does not change {y}.", "{x} is unrelated to {y}."],
    "some": ["{x} affects {y}.", "{x} is linked to {y}.", "{x} plays a role in {y}.", "{y} depends on {x}.", "There is a link between {x} and {y}."],
    "not_up": ["{x} does not increase {y}.", "{x} does not raise {y}."],
    "not_down": ["{x} does not reduce {y}.", "{x} does not prevent {y}.", "{x} is ineffective against {y}."],
}
HOLDS = {  # what each direction of the finding makes of each kind of claim
    "up": {"up": E, "down": C, "none": C, "some": E, "not_up": C, "not_down": E},
    "down": {"up": C, "down": E, "none": C, "some": E, "not_up": E, "not_down": C},
    "none": {"up": C, "down": C, "none": E, "some": C, "not_up": E, "not_down": E},
    "open": dict.fromkeys(["up", "down", "none", "some", "not_up", "not_down"], N),
}
METHODS = ["In a randomised trial of {big} {who}, outcomes were followed for {d2} years.", "We analysed records of {big} {who} from {d2} centres.", "A cohort of {big} {who} was recruited between 20{a} and 20{b}.",
           "A systematic review of {n} studies was carried out.", "Models were adjusted for age, sex and income.", "Samples were taken at baseline and after {n} weeks.", "Baseline characteristics were balanced between the groups.",
           "The mechanism is poorly understood.", "This topic has received much attention in recent years.", "Limitations include the small number of sites.", "Results were confirmed in a second sample."]
TRENDS = ["global coal use", "the number of hospital beds", "the population of the city", "exports of wheat", "average rainfall", "the share of renewable energy", "the extent of sea ice", "household income", "the unemployment rate",
          "the murder rate", "carbon emissions", "the number of applicants", "annual sales", "the price of oil", "infant mortality", "forest area", "the number of tourists", "the budget deficit", "vaccination coverage", "the average temperature",
          "ocean acidity", "the number of police officers", "public debt", "the company's profit", "newspaper circulation", "glacier mass", "housing prices", "the use of antibiotics on farms", "life expectancy", "the number of polar bears"]


def first_up(text):
    return text[:1].upper() + text[1:]


def filled(template, x, y, direction, rng, who):
    turn = "up" if direction in ("up", "open", "not_up") or (direction not in VERBS and rng.random() < .5) else "down"
    third, base, past, _ = rng.choice(VERBS[turn]).split("/")
    d = rng.randint(1, 9)
    new = template.format(x=x, y=y, who=who, verb=third, base=base, past=past, dpast=rng.choice(VERBS["down"][:3]).split("/")[2],
                          upast=rng.choice(VERBS["up"][:2]).split("/")[2], n=rng.randint(11, 89), d=rng.randint(1, 4), e=rng.randint(1, 9),
                          d2=rng.randint(2, 4), d3=rng.randint(5, 9), big=f"{rng.randint(40, 9000):,}", a=f"{rng.randint(0, 9):02}", b=rng.randint(10, 21))
    return first_up(new)


def finding(rng):
    x, y = rng.choice(CAUSES), rng.choice(EFFECTS)
    direction = rng.choices(["up", "down", "none", "open"], [3, 3, 2, 2.5])[0]
    who, px, py = rng.choice(WHO), rng.choice(x), rng.choice(y)
    core = filled(rng.choice(PREMISE[direction]), px, py, direction, rng, who)
    parts = [core]
    if rng.random() < .3:  # the question asked first, then answered: an abstract's usual shape
        parts.insert(0, filled(rng.choice(PREMISE["open"][:3]), px, py, "open", rng, who))
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        parts.insert(rng.randint(0, len(parts)), filled(rng.choice(METHODS), px, py, "up", rng, who))
    if rng.random() < .15:  # another finding beside it, on other things
        ox, oy = rng.choice(CAUSES), rng.choice(EFFECTS)
        if ox is not x and oy is not y:
            parts.insert(rng.randint(0, len(parts)), filled(rng.choice(PREMISE[rng.choice(["up", "down", "none"])][:3]), rng.choice(ox), rng.choice(oy), "up", rng, who))
    if rng.random() < .2:
        parts.insert(0, first_up(f"{px} and {py}: {rng.choice(['a cohort study', 'a review', 'a randomised trial', 'evidence from ' + who])}."))
    premise = " ".join(parts)
    kind = rng.choices(["up", "down", "none", "some", "not_up", "not_down"], [4, 4, 2, 1, 1, 1])[0]
    label, cx, cy = HOLDS[direction][kind], x, y
    other = rng.random()
    if other < .11:
        cx, label = rng.choice([c for c in CAUSES if c is not x]), N
    elif other < .22:
        cy, label = rng.choice([c for c in EFFECTS if c is not y]), N
    if label == N and any(a in premise for a in cx) and any(a in premise for a in cy) and direction != "open":
        return None
    named = who if rng.random() < .7 or label == N else rng.choice(WHO)
    template = rng.choice(CLAIM[kind])
    if "{who}" in template and named != who:
        label = N  # found in others than those the claim is about
    claim = filled(template, rng.choice(cx), rng.choice(cy), kind, rng, named)
    if rng.random() < .06:
        claim = " ".join(w if w in ("of", "in", "the", "with", "to", "and") else w[:1].upper() + w[1:] for w in claim.rstrip(".").split())
    return premise, claim, label, "science"


def trend(rng):
    """Something went from one value to another: direction, size, years and turned comparisons."""
    what, other = rng.sample(TRENDS, 2)
    start = rng.randint(1950, 2015)
    end = start + rng.randint(1, 30)
    up = rng.random() < .5
    a = rng.choice([rng.randint(12, 95), rng.randint(100, 990) * 10, rng.randint(10, 900) * 1000])
    b = max(1, int(a * (rng.choice([1.2, 1.5, 2, 3]) if up else rng.choice([.3, .5, .7, .85])))) + (1 if up else 0)
    change = round(abs(b - a) / a * 100)
    rose, fell = rng.choice([("rose", "fell"), ("increased", "decreased"), ("grew", "shrank"), ("went up", "went down"), ("climbed", "dropped")])
    moved, wrong = (rose, fell) if up else (fell, rose)
    premise = first_up(rng.choice([
        f"{what} {moved} from {a:,} in {start} to {b:,} in {end}.", f"Between {start} and {end}, {what} {moved} by {change}%, to {b:,}.",
        f"{what} stood at {a:,} in {start} and had reached {b:,} by {end}.", f"In {end}, {what} was {b:,}, {'up' if up else 'down'} from {a:,} in {start}."]))
    says_change, says_a = f"{change}%" in premise, f"{a:,}" in premise
    far = b * 3 if rng.random() < .5 else b // 3
    options = [(f"{what} {moved} between {start} and {end}.", E), (f"{what} {wrong} between {start} and {end}.", C), (f"{what} stayed the same from {start} to {end}.", C),
               (f"{what} was {'higher' if up else 'lower'} in {end} than in {start}.", E), (f"{what} was {'lower' if up else 'higher'} in {end} than in {start}.", C),
               (f"{what} was {b:,} in {end}.", E), (f"{what} was {far:,} in {end}.", C), (f"{what} was more than {int(b * .8):,} in {end}.", E), (f"{what} was less than {int(b * .8):,} in {end}.", C),
               (f"{what} was about {round(b, 1 - len(str(b)) + 1):,} in {end}.", E), (f"{what} did not {rng.choice(['rise', 'increase', 'grow']) if up else rng.choice(['fall', 'decrease'])} between {start} and {end}.", C),
               (f"{other} {moved} between {start} and {end}.", N), (f"{other} was {b:,} in {end}.", N), (f"{what} was {b:,} in {start - rng.randint(5, 40)}.", N),
               (f"{what} will {'rise' if up else 'fall'} again after {end}.", N), (f"{what} {moved} because of a change in the law.", N)]
    if says_change:
        options += [(f"{what} {moved} by {change}% from {start} to {end}.", E), (f"{what} {moved} by {change * 2 + 3}% from {start} to {end}.", C), (f"{what} {wrong} by {change}% from {start} to {end}.", C)]
    if says_a:
        options += [(f"{what} was {a:,} in {start}.", E), (f"{what} was {b:,} in {start}.", C)]
    claim, label = rng.choice(options)
    return premise, first_up(claim), label, "trend"


def science_rows(rng, count):
    out = []
    while len(out) < count:
        row = finding(rng) if rng.random() < .8 else trend(rng)
        if row:
            out.append(row)
    return out
