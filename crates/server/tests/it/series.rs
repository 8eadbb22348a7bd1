//! Games that follow others: rematches and matches.

use crate::client::{Server, text};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn two_who_begin_again_at_once_meet_in_one_game() {
    let server = Server::new().await;
    for _ in 0..5 {
        let game = server.game(json!({"code": "bcc-1899"})).await;
        server
            .act(&game.id, &game.white, 0, json!({"act": "resign"}))
            .await;
        let path = format!("/api/games/{}/rematch", game.id);
        let (one, two, three) = tokio::join!(
            server.post(&path, Some(&game.white), json!({})),
            server.post(&path, Some(&game.black), json!({})),
            server.post(&path, Some(&game.umpire), json!({})),
        );
        let statuses = [one.status, two.status, three.status];
        assert_eq!(
            statuses.iter().filter(|status| **status == 201).count(),
            1,
            "{statuses:?}"
        );
        let ids = [one, two, three].map(|answer| {
            let shown: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
            text(&shown["id"])
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_undertakings_go_with_persons_to_the_other_colour() {
    let server = Server::new().await;
    for code in ["bcc-1899", "fide-1931"] {
        let mut header = json!({"code": code, "sides": {"white": ["Ann"], "black": ["Cy"]}});
        if code == "bcc-1899" {
            header["undertakings"] = json!([{"by": "white", "mate": {"with": "f2"}}]);
        }
        let opened = server
            .post("/api/matches", None, json!({"header": header, "games": 4}))
            .await
            .expect(201);
        let (mut id, of_match) = (text(&opened["id"]), text(&opened["match"]["id"]));
        let ann = text(&opened["token"]);
        let cy = server.accept(&opened["invitations"][0]).await;
        let mut colours = Vec::new();
        for number in 1..=4 {
            let shown = server
                .get(&format!("/api/games/{id}"), Some(&ann))
                .await
                .expect(200);
            let (own, header) = (text(&shown["you"]["parties"][0]), &shown["header"]);
            assert_eq!(header["sides"][&own], json!(["Ann"]), "game {number}: {header}");
            assert_eq!(shown["you"]["name"], "Ann");
            if code == "bcc-1899" {
                let square = if own == "white" { "f2" } else { "f7" };
                let undertaken = json!([{"by": own, "mate": {"with": square}}]);
                assert_eq!(header["undertakings"], undertaken, "game {number}: {header}");
            }
            let token = if own == "white" { &ann } else { &cy };
            colours.push(own);
            server.act(&id, token, 0, json!({"act": "resign"})).await;
            if number < 4 {
                let path = format!("/api/matches/{of_match}/next");
                let next = server.post(&path, Some(&ann), json!({})).await.expect(201);
                id = text(&next["id"]);
            }
        }
        assert_eq!(colours, ["white", "black", "white", "black"], "{code}");
    }
}
