-- Whoever looks for work looks for their own kinds, most urgent first, and must not walk through everybody else's.
DROP INDEX jobs_by_urgency;
CREATE INDEX jobs_by_urgency ON jobs (kind, state, priority DESC, run_at_us, id);
-- Those that wait are many and change often; the others are listed by their state. A query uses this one when it says that
-- the state is not 'waiting'.
CREATE INDEX jobs_by_state ON jobs (state, id) WHERE state <> 'waiting';
