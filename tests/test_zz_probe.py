import base64, json, uuid
import pytest
from tests.factories import *
pytestmark = pytest.mark.django_db

def show(tag, r):
    print(f"\n## {tag}: {r.status_code} {r.content[:300]!r}")

def test_probe():
    c = api(); c.raise_request_exception = False
    t = table(c)
    g = lambda u, **k: c.get(u, **k)
    for cur in ("p=abc", "p=%00", "p=0001-01-01T00:00:00%2B14:00", "o=x"):
        e = base64.b64encode(cur.encode()).decode()
        show("cursor "+cur, g("/api/v1/matches/", query_params={"cursor": e}))
        show("pcursor "+cur, g("/api/v1/players/", query_params={"cursor": e}))
    for f in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-01-01", "abc"):
        show("from "+f, g("/api/v1/matches/", query_params={"from": f, "to": f}))
    show("NUL id", c.get("/api/v1/matches/%00/"))
    show("NUL comme", c.get("/jouer/dix/?comme=%00"))
    def raw(url, text, **k):
        return c.generic(k.pop("method","POST"), url, text.encode() if isinstance(text,str) else text, content_type="application/json", headers={"X-Match-Token": t.token})
    show("surr game", raw("/api/v1/matches/", '{"game":"\\ud800","seats":[]}'))
    show("surr rule key", raw("/api/v1/matches/", '{"game":"dix","rules":{"\\ud800":1},"seats":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]}'))
    show("surr deck", raw("/api/v1/matches/", '{"game":"dix","rules":{"deck":"\\ud800"},"seats":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]}'))
    show("surr club", raw("/api/v1/matches/", '{"game":"dix","club":"\\ud800","seats":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]}'))
    show("surr trump", raw(t.url("entries/"), '{"bidder":0,"bid":70,"taken":80,"trump":"\\ud800"}'))
    show("surr call", raw(t.url("entries/"), '{"taken":80,"auction":[{"seat":0,"call":"\\ud800"}]}'))
    show("list call", raw(t.url("entries/"), '{"taken":80,"auction":[{"seat":0,"call":["pass"]}]}'))
    show("dict trump", raw(t.url("entries/"), '{"bidder":0,"bid":70,"taken":80,"trump":{"a":1}}'))
    show("surr cid", raw(t.url("entries/"), '{"bidder":0,"bid":70,"taken":80,"client_id":"\\ud800"}'))
    show("surr status", raw(t.url(), '{"status":"\\ud800"}', method="PATCH"))
    show("list status", raw(t.url(), '{"status":["a"]}', method="PATCH"))
    show("surr card", raw(t.url("entries/"), '{"bidder":0,"bid":70,"trump":"hearts","tricks":[["\\ud800"]]}'))
    for n in ("1e400", "9"*4300, "9"*4299, "9"*4301, "-"+"9"*4300, "1"*400, "NaN"):
        for field in ("bidder","bid","taken","after"):
            d = {"bidder":"0","bid":"70","taken":"80"}
            d[field]=n
            r = raw(t.url("entries/"), "{"+",".join(f'"{k}":{v}' for k,v in d.items())+"}")
            print(f"## num {field} {n[:6]}({len(n)}) {r.status_code} {r.content[:120]!r}")
        r = raw(t.url("entries/"), '{"taken":80,"auction":[{"seat":0,"call":%s}]}'%n); print("call", n[:6], r.status_code, r.content[:120])
        r = raw(t.url("entries/"), '{"taken":80,"auction":[{"seat":%s,"call":50}]}'%n); print("seat", n[:6], r.status_code, r.content[:120])
    show("body list", raw(t.url("entries/"), '[]'))
    show("body null", raw(t.url("entries/"), 'null'))
    show("body str", raw(t.url("entries/"), '"a"'))
    show("patch list", raw(t.url(), '[]', method="PATCH"))
    show("delete list", raw(t.url("entries/1/"), '[]', method="DELETE"))
    show("delete str", raw(t.url("entries/1/"), '"x"', method="DELETE"))
    show("start list", raw("/api/v1/matches/", '[]'))
    show("start null", raw("/api/v1/matches/", 'null'))
    show("deep", raw(t.url("entries/"), "["*20000))
    show("bad utf8", raw(t.url("entries/"), b'{"a":"\xff"}'))
    show("DEL big number", c.delete(t.url("entries/"+"9"*5000+"/"), headers={"X-Match-Token": t.token}))
    show("PUT big number", raw(t.url("entries/"+"9"*3000+"/"), '{"bidder":0,"bid":70,"taken":80}', method="PUT"))
    show("after query", c.delete(t.url("entries/1/")+"?after=x&client_id=y", headers={"X-Match-Token": t.token}))
    show("after query", c.delete(t.url("entries/1/")+"?after="+"9"*4500, headers={"X-Match-Token": t.token}))
    cid=str(uuid.uuid4())
    t.record(HAND); 
    ex = t.get("export/").json()
    ex["entries"] = ex["entries"]*2
    for e in ex["entries"]: e["client_id"]=cid
    show("import dup", c.post("/api/v1/matches/import/", ex))
    ex = t.get("export/").json()
    ex["client_id"]=cid; ex["entries"][0]["client_id"]=cid
    show("import same", c.post("/api/v1/matches/import/", ex))
    for f in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00Z","9999-12-31T23:59:59Z"):
        ex = t.get("export/").json(); ex["started_at"]=f
        r = c.post("/api/v1/matches/import/", ex); show("import date", r)
        ex["entries"][0]["recorded_at"]=f; ex["finished_at"]=f
        r = c.post("/api/v1/matches/import/", ex); show("import date", r)
    show("token", c.post(t.url("entries/"), HAND, headers={"X-Match-Token": "é"}))
    show("players name", g("/api/v1/players/", query_params={"name": "\x00"}))
    show("players club", g("/api/v1/players/", query_params={"club": "\x00"}))
    show("match club", g("/api/v1/matches/", query_params={"club": "\x00"}))
    show("match player", g("/api/v1/matches/", query_params={"player": "1.5"}))
    show("match player", g("/api/v1/matches/", query_params={"player": "9"*30}))
    show("match player", g("/api/v1/matches/", query_params={"player": "1e5"}))
    show("match player", g("/api/v1/matches/", query_params={"player": "NaN"}))
    show("players post", c.post("/api/v1/players/", {"name":"a","club":"\x00"}))
    show("clubs", c.post("/api/v1/clubs/", {"name":"a","slug":"b"}))
    show("auth", c.get("/api/v1/matches/", headers={"Authorization":"Token x"}))
    show("auth", c.get("/api/v1/matches/", headers={"Authorization":"Token é"}))
    show("accept", c.get("/api/v1/matches/", headers={"Accept":"text/html"}))
    show("export accept", c.get(t.url("export/?format=csv"), headers={"Accept":"text/csv"}))
    show("live accept", c.get(t.url("live/"), headers={"Accept":"text/event-stream"}))
    show("schema accept", c.get("/api/v1/schema/", headers={"Accept":"application/json"}))
    show("docs", c.get("/api/v1/docs/"))
    show("page undo after", browser_call(c, t))

def browser_call(c, t):
    b = browser(); b.raise_request_exception=False
    return b.post(f"/parties/{t.id}/annuler/", {"after": "9"*5000})
