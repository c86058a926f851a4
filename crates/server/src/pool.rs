//! Checks need processors. So many run at a time, so many wait, whoever waits is served in turn, and the rest is told to come
//! back later.

use crate::problem::{BUSY_FOR_YOU, OVERLOADED, Problem};
use domain::ActorId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Lets checks run, fairly.
#[derive(Clone)]
pub struct Pool {
    line: Arc<Mutex<Line>>,
}

struct Line {
    free: usize,
    waiting: usize,
    waiting_max: usize,
    each_max: usize,
    queues: HashMap<ActorId, VecDeque<oneshot::Sender<Seat>>>,
    turns: VecDeque<ActorId>,
}

/// A place at a processor; giving it back lets the next one in.
pub struct Seat {
    line: Option<Arc<Mutex<Line>>>,
}

impl Pool {
    /// Runs `seats` at a time and lets `waiting_max` wait, of which `each_max` may be of one actor.
    pub fn new(seats: usize, waiting_max: usize, each_max: usize) -> Self {
        let line = Line { free: seats, waiting: 0, waiting_max, each_max, queues: HashMap::new(), turns: VecDeque::new() };
        Self { line: Arc::new(Mutex::new(line)) }
    }

    /// Waits for a seat, or is told at once that there are too many already.
    pub async fn seat(&self, actor: ActorId) -> Result<Seat, Problem> {
        let turn = {
            let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
            if line.free > 0 {
                line.free -= 1;
                return Ok(Seat { line: Some(Arc::clone(&self.line)) });
            }
            line.join(actor)?
        };
        turn.await.map_err(|_| Problem::retry(OVERLOADED, "the server is closing: ask again", 5))
    }

    /// Returns how many wait.
    pub fn waiting(&self) -> usize {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).waiting
    }
}

impl Line {
    fn join(&mut self, actor: ActorId) -> Result<oneshot::Receiver<Seat>, Problem> {
        if self.waiting >= self.waiting_max {
            return Err(Problem::retry(OVERLOADED, "every processor is busy and the line is full: ask again", 2));
        }
        let queue = self.queues.entry(actor).or_default();
        if queue.len() >= self.each_max {
            return Err(Problem::retry(BUSY_FOR_YOU, "wait for some of your checks to be answered", 2));
        }
        let (seat, turn) = oneshot::channel();
        queue.push_back(seat);
        if queue.len() == 1 {
            self.turns.push_back(actor);
        }
        self.waiting += 1;
        Ok(turn)
    }

    /// Takes the next one: one of each actor in turn.
    fn next(&mut self) -> Option<oneshot::Sender<Seat>> {
        let actor = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&actor)?;
        let next = queue.pop_front();
        self.waiting -= usize::from(next.is_some());
        match queue.is_empty() {
            true => drop(self.queues.remove(&actor)),
            false => self.turns.push_back(actor),
        }
        next
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(shared) = self.line.take() else { return };
        let mut line = shared.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(next) = line.next() {
            match next.send(Seat { line: Some(Arc::clone(&shared)) }) {
                Ok(()) => return,
                // Whoever waited went away; the seat they did not take must not come back here while the line is held.
                Err(mut unwanted) => unwanted.line = None,
            }
        }
        line.free += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(number: u8) -> ActorId {
        ActorId::from_parts(1, [number; 10])
    }

    #[tokio::test]
    async fn one_who_asks_a_lot_does_not_keep_others_waiting() {
        let pool = Pool::new(1, 10, 4);
        let first = pool.seat(actor(1)).await.ok().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut all = Vec::new();
        for (number, who) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
            let (pool, order, waiting) = (pool.clone(), Arc::clone(&order), pool.waiting());
            let handle = pool.clone();
            all.push(tokio::spawn(async move {
                let _seat = handle.seat(actor(who)).await.ok().unwrap();
                order.lock().unwrap().push(number);
            }));
            while pool.waiting() == waiting {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 4, 2, 3], "the second actor is served after one of the first");
        assert_eq!(pool.waiting(), 0);
    }

    #[tokio::test]
    async fn the_line_has_an_end_and_those_who_leave_free_their_place() {
        let pool = Pool::new(1, 3, 2);
        let seat = pool.seat(actor(1)).await.ok().unwrap();
        let mut waiting = Vec::new();
        for who in [1, 1, 2] {
            let (pool, before) = (pool.clone(), pool.waiting());
            let handle = pool.clone();
            waiting.push(tokio::spawn(async move { handle.seat(actor(who)).await.map(drop) }));
            while pool.waiting() == before {
                tokio::task::yield_now().await;
            }
        }
        assert_eq!(pool.seat(actor(3)).await.err().unwrap().code(), "overloaded");
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        for one in waiting {
            let _ = one.await;
        }
        drop(seat);
        assert!(pool.seat(actor(3)).await.is_ok());
    }
}
