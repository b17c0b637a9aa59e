//! `saturate serve`, over real sockets: what it answers, what it refuses, how it stops.
//!
//! What a browser sees is tested by `scripts/check-serve.mjs`.

#[cfg(not(feature = "serve"))]
#[test]
fn a_build_without_the_explorer_says_how_to_get_it() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_saturate"))
        .arg("serve")
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("this build has no explorer"), "{error}");
    assert!(error.contains("--features serve"), "{error}");
}

#[cfg(feature = "serve")]
mod served {
    use serde_json::{json, Value};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    /// A program that takes seconds to load, until its fuel is spent.
    const SLOW: &str = "function spin(n)\n    i = 0\n    while i < n\n        i += 1\n    end\n    return i\nend\n\
                        const x = spin(2_000_000_000)\nf(x) = x + 0\n@saturate r f(::Int64)";
    const SUM: &str = "f(x) = x + 0\n@saturate r f(::Int64)";
    const RULES: &str = "@rules r begin\n    ~x::Int64 + 0 --> ~x\nend";

    struct Server {
        child: Child,
        port: u16,
        output: BufReader<std::process::ChildStdout>,
    }

    impl Server {
        fn start(dir: Option<&Path>) -> Server {
            let mut command = Command::new(env!("CARGO_BIN_EXE_saturate"));
            command.args(["serve", "--port", "0"]).args(dir);
            let mut child = command
                .stdout(Stdio::piped())
                .spawn()
                .expect("the binary runs");
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            let port = line
                .strip_prefix("http://127.0.0.1:")
                .and_then(|rest| rest.split('/').next());
            let port = port
                .and_then(|port| port.parse().ok())
                .unwrap_or_else(|| panic!("{line}"));
            Server {
                child,
                port,
                output,
            }
        }

        /// Sends bytes as they are and reads until the other side closes.
        fn raw(&self, request: &[u8]) -> String {
            let mut stream = self.connect();
            // One that refuses a request need not read all of it.
            let _ = stream.write_all(request);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            String::from_utf8_lossy(&answer).into_owned()
        }

        fn connect(&self) -> TcpStream {
            let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(60)))
                .unwrap();
            stream
        }

        fn head(&self, line: &str, headers: &[(&str, &str)]) -> String {
            let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
            if !headers.iter().any(|(name, _)| *name == "Host") {
                text += &format!("Host: 127.0.0.1:{}\r\n", self.port);
            }
            for (name, value) in headers {
                text += &format!("{name}: {value}\r\n");
            }
            text + "\r\n"
        }

        /// Status and answer of a GET.
        fn get(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
            split(&self.raw(self.head(&format!("GET {path}"), headers).as_bytes()))
        }

        fn post(&self, body: &[u8], headers: &[(&str, &str)]) -> (u16, String) {
            let length = body.len().to_string();
            let mut all = vec![
                ("Content-Length", &*length),
                ("Content-Type", "application/json"),
            ];
            all.retain(|(name, _)| !headers.iter().any(|(given, _)| given == name));
            all.extend(headers);
            let mut request = self.head("POST /api/explore", &all).into_bytes();
            request.extend(body);
            split(&self.raw(&request))
        }

        fn explore(&self, page: &str, source: &str, rules: &str) -> (u16, Value) {
            let body = json!({"page": page, "source": source, "rules": rules}).to_string();
            let (status, text) = self.post(body.as_bytes(), &[]);
            (
                status,
                serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}")),
            )
        }

        /// It still computes.
        fn is_well(&self) {
            let (status, answer) = self.explore("well", SUM, RULES);
            assert_eq!((status, &answer["errors"]), (200, &json!([])), "{answer}");
            let entry = &answer["page"]["entries"][0];
            assert_eq!(entry["outcome"]["cost_after"], 0.0);
        }

        /// Ends it with a signal; how long that took, and what it said.
        #[cfg(unix)]
        fn stop(mut self, signal: &str) -> (Duration, Option<i32>, String) {
            let start = Instant::now();
            let pid = self.child.id().to_string();
            assert!(Command::new("kill")
                .args([signal, &pid])
                .status()
                .unwrap()
                .success());
            let status = self.child.wait().unwrap();
            let mut said = String::new();
            self.output.read_to_string(&mut said).unwrap();
            (start.elapsed(), status.code(), said)
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn split(answer: &str) -> (u16, String) {
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (status.unwrap_or(0), body.to_owned())
    }

    /// The computations that a server runs now.
    #[cfg(target_os = "linux")]
    fn children(server: &Server) -> usize {
        let pid = server.child.id();
        let tasks = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        tasks.map_or(0, |tasks| tasks.split_whitespace().count())
    }

    /// A folder with a file, beside one with a secret.
    fn folder(name: &str) -> PathBuf {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("in/sub")).unwrap();
        std::fs::write(root.join("secret.jl"), "secret = 1\n").unwrap();
        std::fs::write(root.join("in/sub/a.jl"), "a(x) = x\n").unwrap();
        root
    }

    #[test]
    fn assets_examples_and_files() {
        let root = folder("files");
        let server = Server::start(Some(&root.join("in")));
        for (path, part) in [
            ("/", "<title>Saturate</title>"),
            ("/explorer.js", "class Editor"),
            ("/explorer.css", ".editor"),
            ("/report.js", "function showReport"),
            ("/report.css", ".canvas"),
        ] {
            let (status, text) = server.get(path, &[]);
            assert!(status == 200 && text.contains(part), "{path}: {status}");
        }
        let (_, menu) = server.get("/api/menu", &[]);
        let menu: Value = serde_json::from_str(&menu).unwrap();
        assert_eq!(menu["files"], json!(["sub/a.jl"]));
        for example in menu["examples"].as_array().unwrap() {
            let (_, text) = server.get(
                &format!("/api/open?example={}", example.as_str().unwrap()),
                &[],
            );
            let opened: Value = serde_json::from_str(&text).unwrap();
            let of = |what: &str| opened[what].as_str().unwrap().to_owned();
            let (status, answer) = server.explore("x", &of("source"), &of("rules"));
            assert_eq!(
                (status, &answer["errors"], &answer["warnings"]),
                (200, &json!([]), &json!([])),
                "{example}"
            );
            for entry in answer["page"]["entries"].as_array().unwrap() {
                assert_eq!(entry["outcome"]["kept"], Value::Null, "{example}");
                assert!(
                    entry["outcome"]["cost_after"].as_f64()
                        < entry["outcome"]["cost_before"].as_f64(),
                    "{example}"
                );
            }
        }
        let (status, text) = server.get("/api/open?file=sub%2Fa.jl", &[]);
        assert!(status == 200 && text.contains("a(x) = x"));
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let root = folder("escape");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret.jl"), root.join("in/link.jl")).unwrap();
            std::os::unix::fs::symlink(&root, root.join("in/up")).unwrap();
        }
        let server = Server::start(Some(&root.join("in")));
        let absolute = root.join("secret.jl").display().to_string();
        for name in [
            "../secret.jl",
            "..%2Fsecret.jl",
            "%2e%2e%2fsecret.jl",
            "%252e%252e%252fsecret.jl",
            "..%5Csecret.jl",
            "sub/../../secret.jl",
            "sub%2F..%2F..%2Fsecret.jl",
            "link.jl",
            "up/secret.jl",
            "up%2Fsecret.jl",
            "sub/a.jl%00",
            "%ff",
            "%",
            "%zz",
            &absolute,
        ] {
            for path in [
                format!("/api/open?file={name}"),
                format!("/api/open?example={name}"),
            ] {
                let (status, text) = server.get(&path, &[]);
                assert!(
                    matches!(status, 400 | 404) && !text.contains("secret ="),
                    "{path}: {status} {text}"
                );
            }
        }
        for path in [
            "/../secret.jl",
            "/secret.jl",
            "/%2e%2e/secret.jl",
            "/sub/a.jl",
            "//etc/passwd",
            "/etc/passwd",
        ] {
            let (status, text) = server.get(path, &[]);
            assert!(
                matches!(status, 400 | 404) && !text.contains("secret ="),
                "{path}: {status}"
            );
        }
        server.is_well();
    }

    #[test]
    fn without_a_folder_no_file_is_read() {
        let server = Server::start(None);
        assert_eq!(server.get("/api/open?file=Cargo.toml", &[]).0, 404);
        assert_eq!(server.get("/api/open?file=src/main.jl", &[]).0, 404);
    }

    #[test]
    fn other_names_and_other_pages_are_refused() {
        let server = Server::start(None);
        let own = format!("127.0.0.1:{}", server.port);
        let local = format!("localhost:{}", server.port);
        assert_eq!(server.get("/", &[("Host", &local)]).0, 200);
        for host in [
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "0.0.0.0",
            &format!("{own}.evil.example"),
            "",
        ] {
            assert_eq!(server.get("/", &[("Host", host)]).0, 403, "{host}");
        }
        // Twice, not at all, or in the address.
        assert_eq!(
            server
                .get("/", &[("Host", &own), ("Host", "evil.example")])
                .0,
            403
        );
        let bare = "GET / HTTP/1.0\r\n\r\n";
        assert_eq!(split(&server.raw(bare.as_bytes())).0, 403);
        assert_eq!(server.get("http://evil.example/", &[]).0, 403);

        let request = json!({"page": "x", "source": SUM, "rules": RULES}).to_string();
        let request = request.as_bytes();
        let origin = format!("http://{own}");
        assert_eq!(
            server
                .post(
                    request,
                    &[("Origin", &origin), ("Sec-Fetch-Site", "same-origin")]
                )
                .0,
            200
        );
        for headers in [
            &[("Origin", "http://evil.example")][..],
            &[("Origin", "null")],
            &[("Origin", "http://127.0.0.1:1")],
            &[("Sec-Fetch-Site", "cross-site")],
            &[("Sec-Fetch-Site", "same-site")],
            &[
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Mode", "navigate"),
            ],
        ] {
            assert_eq!(server.post(request, headers).0, 403, "{headers:?}");
        }
        // A link from elsewhere may open the page, and nothing else.
        let link = [
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "navigate"),
        ];
        assert_eq!(server.get("/", &link).0, 200);
        assert_eq!(server.get("/api/menu", &link).0, 403);
        assert_eq!(
            server
                .get("/report.js", &[("Sec-Fetch-Site", "cross-site")])
                .0,
            403
        );
        // What a form of another page could send.
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
        ] {
            assert_eq!(
                server.post(request, &[("Content-Type", kind)]).0,
                415,
                "{kind}"
            );
        }
        let asked = server.raw(
            server
                .head("OPTIONS /api/explore", &[("Origin", &origin)])
                .as_bytes(),
        );
        assert!(
            !asked.to_lowercase().contains("access-control-allow"),
            "{asked}"
        );
        let page = server
            .raw(server.head("GET /", &[]).as_bytes())
            .to_lowercase();
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "nosniff",
            "same-origin",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn bad_requests_are_answered_and_survived() {
        let server = Server::start(None);
        let large = json!({"page": "x", "source": "#".repeat(1_000_001), "rules": ""}).to_string();
        assert_eq!(server.post(large.as_bytes(), &[]).0, 413);
        // The length is not said before.
        let mut chunked = server
            .head(
                "POST /api/explore",
                &[
                    ("Content-Type", "application/json"),
                    ("Transfer-Encoding", "chunked"),
                ],
            )
            .into_bytes();
        let chunk = format!("{:x}\r\n{}\r\n", 500_000, " ".repeat(500_000));
        chunked.extend(chunk.repeat(3).as_bytes());
        chunked.extend(b"0\r\n\r\n");
        assert_eq!(split(&server.raw(&chunked)).0, 413);

        for body in [
            "",
            "{",
            "[]",
            "null",
            "{}",
            r#"{"page": "x"}"#,
            r#"{"page": "x", "source": 1, "rules": ""}"#,
            r#"{"page": "x", "source": "", "rules": null}"#,
            "{\"page\": \"x\", \"source\": \"\u{0}\", \"rules\": \"\"}",
        ] {
            assert_eq!(server.post(body.as_bytes(), &[]).0, 400, "{body}");
        }
        assert_eq!(
            server
                .post(
                    b"{\"page\": \"x\", \"source\": \"\xff\", \"rules\": \"\"}",
                    &[]
                )
                .0,
            400
        );
        let deep = format!(r#"{{"page": {}"x""#, "[".repeat(100_000));
        assert_eq!(server.post(deep.as_bytes(), &[]).0, 400);
        let long = json!({"page": "x".repeat(1_000), "source": "", "rules": ""}).to_string();
        assert_eq!(server.post(long.as_bytes(), &[]).0, 400);
        for (line, status) in [
            ("GET /api/explore", 405),
            ("POST /", 405),
            ("DELETE /api/menu", 405),
            ("GET /nothing", 404),
            ("GET /api/open", 404),
        ] {
            assert_eq!(
                split(&server.raw(server.head(line, &[]).as_bytes())).0,
                status,
                "{line}"
            );
        }
        let header = "x".repeat(1 << 20);
        for garbage in [
            &b"\r\n\r\n"[..],
            b"nonsense\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET / HTTP/1.1\r\nHost\r\n\r\n",
            b"POST /api/explore HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/explore HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            format!("GET / HTTP/1.1\r\nA: {header}\r\n\r\n").as_bytes(),
            format!("GET /{header} HTTP/1.1\r\n\r\n").as_bytes(),
        ] {
            let mut stream = server.connect();
            let _ = stream.write_all(garbage);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert!(
                !answer.starts_with(b"HTTP/1.1 200"),
                "{}",
                String::from_utf8_lossy(garbage)
            );
        }
        // Goes away in the middle of its request.
        drop(server.connect());
        let mut half = server.connect();
        half.write_all(
            server
                .head(
                    "POST /api/explore",
                    &[
                        ("Content-Type", "application/json"),
                        ("Content-Length", "100"),
                    ],
                )
                .as_bytes(),
        )
        .unwrap();
        drop(half);
        server.is_well();
    }

    #[test]
    fn programs_and_rules_with_errors_are_answered_with_positions() {
        let server = Server::start(None);
        let at = |source: &str, rules: &str| {
            let (status, answer) = server.explore("x", source, rules);
            assert_eq!((status, &answer["page"]), (200, &Value::Null));
            let error = &answer["errors"][0];
            (
                error["file"].clone(),
                error["start"].clone(),
                error["message"].as_str().unwrap().to_owned(),
            )
        };
        let (file, start, message) = at(SUM, "@rules r begin\n    ~x::Int64 + 0 --> )\nend");
        assert_eq!(
            (file, start),
            (json!("rules.jl"), json!([2, 23])),
            "{message}"
        );
        let (file, start, message) = at(SUM, "@rules r begin\n    ~x::Int64 + 0 --> ~y\nend");
        assert_eq!(
            (file, start),
            (json!("rules.jl"), json!([2, 24])),
            "{message}"
        );
        let (file, start, message) = at("f(x) = (x\n@saturate r f(::Int64)", RULES);
        assert_eq!(
            (file, start),
            (json!("source.jl"), json!([2, 1])),
            "{message}"
        );
        let (file, start, _) = at("f(x) = x\n@saturate missing f(::Int64)", "");
        assert_eq!((file, start), (json!("source.jl"), json!([2, 11])));
        assert_eq!(at("f(x) = x", "").2, "the file has no entry point");
        assert_eq!(at("", "").2, "the file has no entry point");
        // What a program prints is not part of the answer.
        let printing = format!("println(\"{{\\\"page\\\": 1}}\")\n{SUM}");
        let (status, answer) = server.explore("x", &printing, RULES);
        assert_eq!((status, &answer["errors"]), (200, &json!([])));
        // Named in the program and given to all: still one rule.
        let (_, answer) = server.explore("x", SUM, RULES);
        assert_eq!(
            answer["page"]["entries"][0]["picture"]["rules"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_newer_computation_ends_the_older_one() {
        let server = Server::start(None);
        let wait_for = |count: usize| {
            let start = Instant::now();
            while children(&server) != count {
                assert!(
                    start.elapsed() < Duration::from_secs(20),
                    "{} computations",
                    children(&server)
                );
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        std::thread::scope(|scope| {
            let older = scope.spawn(|| server.explore("page", SLOW, RULES));
            wait_for(1);
            let (status, answer) = server.explore("page", SUM, RULES);
            assert_eq!((status, &answer["errors"]), (200, &json!([])));
            let (status, answer) = older.join().unwrap();
            assert_eq!(status, 409, "{answer}");
        });
        wait_for(0);
        // Nobody waits any more.
        let body = json!({"page": "gone", "source": SLOW, "rules": RULES}).to_string();
        let length = body.len().to_string();
        let mut stream = server.connect();
        let head = server.head(
            "POST /api/explore",
            &[
                ("Content-Type", "application/json"),
                ("Content-Length", &length),
            ],
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        wait_for(1);
        drop(stream);
        wait_for(0);
        // Another page's computation is its own.
        std::thread::scope(|scope| {
            let older = scope.spawn(|| server.explore("one", SLOW, RULES));
            wait_for(1);
            assert_eq!(server.explore("two", SUM, RULES).0, 200);
            assert_eq!(children(&server), 1);
            assert_eq!(server.explore("one", SUM, RULES).0, 200);
            assert_eq!(older.join().unwrap().0, 409);
        });
    }

    #[cfg(unix)]
    #[test]
    fn signals_end_it_cleanly() {
        for signal in ["-INT", "-TERM"] {
            let server = Server::start(None);
            server.is_well();
            // A connection that stays open, and a computation that would take long.
            let idle = server.connect();
            let body = json!({"page": "x", "source": SLOW, "rules": RULES}).to_string();
            let length = body.len().to_string();
            let mut busy = server.connect();
            let head = server.head(
                "POST /api/explore",
                &[
                    ("Content-Type", "application/json"),
                    ("Content-Length", &length),
                ],
            );
            busy.write_all((head + &body).as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(300));
            let port = server.port;
            let (took, code, said) = server.stop(signal);
            assert_eq!((code, said.trim()), (Some(0), "stopped"), "{signal}");
            assert!(took < Duration::from_secs(5), "{took:?}");
            assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
            drop((idle, busy));
        }
    }

    #[test]
    fn a_port_or_folder_that_cannot_be_had_is_an_error() {
        let server = Server::start(None);
        let try_it = |args: &[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_saturate"))
                .arg("serve")
                .args(args)
                .output()
                .unwrap();
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stderr).into_owned(),
            )
        };
        let (code, error) = try_it(&["--port", &server.port.to_string()]);
        assert!(
            code == Some(1) && error.contains("choose another port"),
            "{error}"
        );
        let (code, error) = try_it(&["no/such/folder"]);
        assert!(
            code == Some(1) && error.contains("cannot serve no/such/folder"),
            "{error}"
        );
        let (code, _) = try_it(&["Cargo.toml"]);
        assert_eq!(code, Some(1));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_loopback_interface_listens() {
        let server = Server::start(None);
        let table =
            std::fs::read_to_string(format!("/proc/{}/net/tcp", server.child.id())).unwrap();
        let wanted = format!(":{:04X}", server.port);
        let listening: Vec<&str> = table
            .lines()
            .filter_map(|line| {
                let mut words = line.split_whitespace();
                let address = words.nth(1)?;
                (words.nth(1)? == "0A" && address.ends_with(&wanted)).then_some(address)
            })
            .collect();
        assert_eq!(listening, [format!("0100007F{wanted}")]);
    }
}
