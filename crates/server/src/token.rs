//! Admin tokens: JSON Web Tokens of one kind, HS256, and no other.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ActorId;
use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// How long a token is good.
pub const TOKEN_LIFE: SignedDuration = SignedDuration::from_mins(30);
const ISSUER: &str = "probity";
/// `{"alg":"HS256","typ":"JWT"}`. A token with another header is not ours, whatever it says of itself.
const HEADER: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";

/// Makes and reads tokens with one secret.
#[derive(Clone)]
pub struct Tokens {
    secret: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    iat: i64,
    exp: i64,
}

impl Tokens {
    /// Takes the secret.
    pub fn new(secret: [u8; 32]) -> Self {
        Self { secret }
    }

    /// Makes a token for somebody.
    pub fn issue(&self, actor: ActorId, now: Timestamp) -> String {
        let exp = (now + TOKEN_LIFE).as_second();
        let claims = Claims { iss: ISSUER.to_owned(), sub: actor.to_string(), iat: now.as_second(), exp };
        let claims = serde_json::to_vec(&claims).expect("claims always serialise");
        let signed = format!("{HEADER}.{}", URL_SAFE_NO_PAD.encode(claims));
        let signature = URL_SAFE_NO_PAD.encode(self.mac(&signed).finalize().into_bytes());
        format!("{signed}.{signature}")
    }

    /// Returns whose token it is, unless it is forged or too old.
    pub fn actor_of(&self, token: &str, now: Timestamp) -> Option<ActorId> {
        let (signed, signature) = token.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        self.mac(signed).verify_slice(&signature).ok()?;
        let claims = signed.strip_prefix(HEADER)?.strip_prefix('.')?;
        let claims: Claims = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()?;
        let is_good = claims.iss == ISSUER && now.as_second() < claims.exp;
        is_good.then(|| claims.sub.parse().ok())?
    }

    fn mac(&self, signed: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes keys of any length");
        mac.update(signed.as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_its_time_and_its_secret() {
        let (now, actor) = (Timestamp::from_second(1_800_000_000).unwrap(), ActorId::from_parts(1, [1; 10]));
        let tokens = Tokens::new([7; 32]);
        let token = tokens.issue(actor, now);
        assert_eq!(tokens.actor_of(&token, now), Some(actor));
        assert_eq!(tokens.actor_of(&token, now + TOKEN_LIFE), None);
        assert_eq!(Tokens::new([8; 32]).actor_of(&token, now), None);
        assert_eq!(tokens.actor_of("", now), None);
        // `alg: none` and any other header are refused even when signed with our secret.
        let (_, rest) = token.split_once('.').unwrap();
        let (claims, _) = rest.split_once('.').unwrap();
        assert_eq!(tokens.actor_of(&format!("eyJhbGciOiJub25lIn0.{claims}."), now), None);
    }

    #[test]
    fn the_header_says_what_it_must() {
        assert_eq!(URL_SAFE_NO_PAD.decode(HEADER).unwrap(), br#"{"alg":"HS256","typ":"JWT"}"#);
    }
}
