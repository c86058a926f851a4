//! Any bytes as the body of any request: refused or understood, never a fall, and what is understood has no unknown fields.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::de::DeserializeOwned;
use server::wire;

fn read<T: DeserializeOwned>(bytes: &[u8]) -> bool {
    serde_json::from_slice::<T>(bytes).is_ok()
}

fuzz_target!(|bytes: &[u8]| {
    let understood = [
        read::<wire::WorkerRequest>(bytes),
        read::<wire::AskClaim>(bytes),
        read::<wire::AskArticle>(bytes),
        read::<wire::AskBatch>(bytes),
        read::<wire::AddDocuments>(bytes),
        read::<wire::AddWebhook>(bytes),
        read::<wire::AddKey>(bytes),
        read::<wire::Invite>(bytes),
    ];
    // Whatever is understood is an object, and with one field more it is not understood any more.
    if let Ok(serde_json::Value::Object(mut object)) = serde_json::from_slice(bytes) {
        object.insert("a field nobody knows".to_owned(), serde_json::Value::Null);
        let more = serde_json::to_vec(&object).expect("an object always serialises");
        assert!(!read::<wire::WorkerRequest>(&more) && !read::<wire::AskClaim>(&more) && !read::<wire::AskBatch>(&more));
    } else {
        // serde reads structs from lists too; nothing else may pass for one.
        let is_list = matches!(serde_json::from_slice(bytes), Ok(serde_json::Value::Array(_)));
        assert!(is_list || understood.iter().all(|is_understood| !is_understood));
    }
});
