import { describe, expect, test } from "vitest";

import { decideBaseUrl } from "../../../src/core/wire/base-url.ts";

const place = (url: string, allow = false): string => {
  const decision = decideBaseUrl(url, allow);
  return decision.ok ? decision.place : decision.code;
};

const says = (url: string): string => {
  const decision = decideBaseUrl(url, false);
  return decision.ok ? "" : decision.message;
};

describe("where live traffic may go", () => {
  test.each([
    ["https://api.openai.com/v1", "public"],
    ["https://8.8.8.8/v1", "public"],
    ["https://[2606:4700::1111]/v1", "public"],
    ["https://172.32.0.1/v1", "public"],
    ["https://100.128.0.1", "public"],
    ["http://localhost:8000/v1", "loopback"],
    ["http://LOCALHOST./v1", "loopback"],
    ["http://models.localhost/v1", "loopback"],
    ["http://127.0.0.1:11434/v1", "loopback"],
    ["http://127.1/v1", "loopback"],
    ["http://0x7f000001/v1", "loopback"],
    ["http://[::1]:8000/v1", "loopback"],
    ["http://[::ffff:127.0.0.1]/v1", "loopback"],
    ["https://localhost/v1", "loopback"],
  ])("%s: %s, with and without private networks", (url, expected) => {
    expect([place(url), place(url, true)]).toEqual([expected, expected]);
  });

  test.each([
    "https://10.0.0.5/v1",
    "http://10.0.0.5:8000/v1",
    "http://172.16.0.1/v1",
    "http://172.31.255.255/v1",
    "http://192.168.1.1/v1",
    "http://100.64.0.1/v1",
    "http://[fd12:3456::1]/v1",
    "http://[fc00::1]/v1",
    "http://[::ffff:10.0.0.5]/v1",
    "http://ollama:11434/v1",
    "https://models.corp.internal/v1",
    "http://box.local/v1",
  ])("%s: only where private networks are allowed", (url) => {
    expect([place(url), place(url, true)]).toEqual(["base_url_not_allowed", "private"]);
  });

  test.each([
    "http://169.254.169.254/latest",
    "https://169.254.169.254/latest",
    "https://169.254.0.1/",
    "http://2852039166/latest",
    "http://0xA9FEA9FE/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://168.63.129.16/",
    "https://100.100.100.200/",
    "https://192.0.0.192/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[febf::1]/",
    "https://metadata.goog/",
    "https://metadata.google.internal./",
    "http://metadata/",
    "http://0.0.0.0:8000/",
    "http://[::]:8000/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[ff02::1]/",
    "http://api.openai.com/v1",
    "http://8.8.8.8/v1",
    "http://localhost.evil.example/v1",
    "http://127.0.0.1.evil.example/v1",
  ])("%s: never", (url) => {
    expect([place(url), place(url, true)]).toEqual([
      "base_url_not_allowed",
      "base_url_not_allowed",
    ]);
  });

  test.each([
    "",
    "api.openai.com/v1",
    "/v1",
    "file:///etc/passwd",
    "ftp://localhost/",
    "https://",
    "https://user:secret@api.openai.com/v1",
    "http://localhost:x@evil.example/v1",
    "http://localhost@evil.example/v1",
    "https://api.openai.com/v1?key=secret",
    "https://api.openai.com/v1#x",
  ])("%s: no base URL", (url) => {
    const decision = decideBaseUrl(url, true);
    expect(decision).toMatchObject({ ok: false, code: "bad_base_url" });
    expect(JSON.stringify(decision)).not.toContain("secret");
  });

  test("each refusal says why and what to do", () => {
    expect(says("http://api.openai.com/v1")).toContain("use https");
    expect(says("http://10.0.0.5/v1")).toContain("AGENT_LAB_ALLOW_PRIVATE=1");
    expect(says("http://169.254.169.254/")).toContain("metadata address");
    expect(says("http://[::]/")).toContain("no address of one machine");
  });
});
