BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE circle (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE circle_event (
	circle_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (circle_id, number), 
	FOREIGN KEY(circle_id) REFERENCES circle (id)
);
CREATE TABLE event (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event" VALUES(1,1,'dea5773b-10b7-4f3f-9fbe-146c87fc6bba','opened','{"game":"thirty-one","title":"25 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-25 18:47:38.079634',NULL);
INSERT INTO "event" VALUES(1,2,'b61a29f7-35ce-4e17-ac3e-4010e537d528','added','{"entry":{"kind":"round","values":[20,20,31]}}','2026-11-25 18:47:38.575066',NULL);
INSERT INTO "event" VALUES(1,3,'19ac800b-f03f-4e1d-b375-17e27c76d1f9','ruled','{"ruling":{"at":"2026-11-25T18:47:38+00:00","question":{"game":"thirty-one","question":"irregularity","players":3,"options":{},"kind":"misdeal"},"decision":"The cards were dealt wrongly (a misdeal). The rules set no penalty, so no points are lost. Your options: strike the deal and deal again. [thirty-one.deal] Decided: deal again. [thirty-one.deal]"}}','2026-11-25 18:47:38.776132',NULL);
INSERT INTO "event" VALUES(1,4,'9ce1f9dc-4af9-46db-8774-568ba23460bb','agreed-midway','{"options":{"tied_lowest":"none"}}','2026-11-25 18:47:38.944412',NULL);
INSERT INTO "event" VALUES(1,5,'f7f5906a-ab27-460f-a328-9f97bf05ded9','added','{"entry":{"kind":"round","values":[20,20,31]}}','2026-11-25 18:47:39.015424',NULL);
INSERT INTO "event" VALUES(1,6,'58eec682-f521-4de3-9e37-1cde14359cb8','agreed-midway','{"options":{"passing":false}}','2026-11-25 18:47:39.059520',NULL);
INSERT INTO "event" VALUES(1,7,'be0846f5-6086-456b-bce8-0ed09604b571','added','{"entry":{"kind":"round","values":[20,21,31]}}','2026-11-25 18:47:39.099391',NULL);
INSERT INTO "event" VALUES(1,8,'89314e0d-4190-4393-8f12-13b6358262a2','agreed','{"options":{"valuation":"suit"},"option_changes":[{"from":1,"options":{"tied_lowest":"none"}},{"from":2,"options":{"passing":false}}]}','2026-11-25 18:47:39.133135',NULL);
INSERT INTO "event" VALUES(1,9,'2533ab1d-5fa5-4b24-af99-41b9292e50d4','struck','{"id":"b61a29f7-35ce-4e17-ac3e-4010e537d528"}','2026-11-25 18:47:39.164247',NULL);
INSERT INTO "event" VALUES(2,1,'dd5dd6aa-99fb-45a3-ada9-f08cde07a456','opened','{"game":"la-krap","players":["Ann","Ben","Cleo","Dora"],"entries":[{"kind":"deal","tricks":[4,2,1,0],"upcards":["AH","7S","SHEET","KD"],"turned":["9D"]}],"title":"Friday","options":{}}','2026-11-25 18:47:39.183908',NULL);
INSERT INTO "event" VALUES(2,2,'89055175-90c4-4dfe-ada8-c8491157bddb','ruled','{"ruling":{"at":"2026-11-25T18:47:39+00:00","question":{"game":"la-krap","question":"trick","players":4,"options":{},"turned":["9D"],"cards":["8D","2C"],"leader":0},"decision":"Neutralised, as if never played: 8\u2666. [la-krap.neutralise] No card played so far can win. [la-krap.trick] What a 2 does: the rules don\u2019t say. Your table plays \u201cneutralises the last card that counts\u201d (option twos: previous). [la-krap.twos] Decided: What a 2 does: neutralises nothing. [la-krap.twos]"}}','2026-11-25 18:47:39.230193',NULL);
INSERT INTO "event" VALUES(2,3,'c255c904-e2b0-402b-8ef7-1af176006896','agreed-midway','{"options":{"twos":"plain"}}','2026-11-25 18:47:39.298888',NULL);
INSERT INTO "event" VALUES(2,4,'d4f561de-edb6-42cb-9857-66cf9cad1ce6','ruled','{"ruling":{"at":"2026-11-25T18:47:39+00:00","question":{"game":"la-krap","question":"irregularity","players":4,"options":{"twos":"plain"},"kind":"revoke"},"decision":"Someone could have followed suit and didn\u2019t (a revoke). The rules set no penalty, so no points are lost. Your options: correct the card if there\u2019s still time, let the deal stand and add a note or strike the deal and deal again. [la-krap.follow] Decided: He pays a round. [la-krap.follow]"}}','2026-11-25 18:47:39.355922',NULL);
INSERT INTO "event" VALUES(3,1,'2bcf8d79-ff02-4778-b63a-06e7e1d39652','opened','{"game":"la-krap","players":["Ann","Ben","Cleo","Dora"],"entries":[{"kind":"deal","id":"bc6e5695-827d-50fc-8662-9f7e092cc9a2","tricks":[4,2,1,0],"upcards":["AH","7S","SHEET","KD"],"turned":["9D"]}],"rulings":[{"at":"2026-11-25T18:47:39+00:00","question":{"cards":["8D","2C"],"game":"la-krap","leader":0,"options":{},"players":4,"question":"trick","turned":["9D"]},"decision":"Neutralised, as if never played: 8\u2666. [la-krap.neutralise] No card played so far can win. [la-krap.trick] What a 2 does: the rules don\u2019t say. Your table plays \u201cneutralises the last card that counts\u201d (option twos: previous). [la-krap.twos] Decided: What a 2 does: neutralises nothing. [la-krap.twos]"},{"at":"2026-11-25T18:47:39+00:00","question":{"game":"la-krap","kind":"revoke","options":{"twos":"plain"},"players":4,"question":"irregularity"},"decision":"Someone could have followed suit and didn\u2019t (a revoke). The rules set no penalty, so no points are lost. Your options: correct the card if there\u2019s still time, let the deal stand and add a note or strike the deal and deal again. [la-krap.follow] Decided: He pays a round. [la-krap.follow]"}],"option_changes":[{"from":1,"options":{"twos":"plain"}}],"title":"Friday","options":{}}','2026-11-25 18:47:39.380971',NULL);
INSERT INTO "event" VALUES(2,5,'4f80ef51-8897-475c-b46d-cac6f19537b5','returned','{"to":3}','2026-11-25 18:47:39.439168',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'thirty-one','25 Nov','2026-11-25 18:47:38.079634','KnC-16-OH0vzTUkbYZMcjQ','V-4SCzbGBrfzh4wMqTgn1w');
INSERT INTO "match" VALUES(2,'la-krap','Friday','2026-11-25 18:47:39.183908','5UqDyaldZTZWZzh77W-O8w','B8bMCLFXNDLSMarKPyB6cQ');
INSERT INTO "match" VALUES(3,'la-krap','Friday','2026-11-25 18:47:39.380971','vAIap_E523Lpqm5o_vMJ2w','td4L572dIfbHz8Qd4TWE-w');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','DP9Wu22ZGD1SK78HSRS6IQsQwpCjFR7TMST2jOw-oow');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE UNIQUE INDEX ix_circle_score_key ON circle (score_key);
CREATE UNIQUE INDEX ix_circle_watch_key ON circle (watch_key);
CREATE UNIQUE INDEX ix_circle_event_id ON circle_event (id);
CREATE TRIGGER circle_event_refuses_update BEFORE UPDATE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER circle_event_refuses_delete BEFORE DELETE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
