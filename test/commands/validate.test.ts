import { describe, expect, test } from "vitest";

import { aMatrix, openLab } from "./lab.ts";

const line = (name: string): string =>
  `# yaml-language-server: $schema=../schemas/${name}.schema.json\n`;

const live = {
  "model.yaml": "id: m\nprovider: p\nmodel: n\nupstream: live\nbase_url_env: MODEL_URL\n",
  "pricing.yaml":
    'name: p\ncurrency: USD\nentries: [{ provider: p, model: n, effective_from: "2026-01-01", input: 1, output: 2, source: s, checked: "2026-01-01" }]\n',
  "agent-lab.yaml": aMatrix({ models: "[model.yaml]", pricing: "pricing.yaml" }),
};

describe("validate looks at the one document that the first line names", () => {
  test.each([
    ["case", "id: c\nversion: 3\ninput: x\nexpect: { contains: [x] }\n", "case", "c v3"],
    ["model", "id: m\nprovider: p\nmodel: n\n", "model", "m v1"],
    [
      "pricing-catalogue",
      'name: p\ncurrency: USD\nentries: [{ provider: p, model: m, effective_from: "2026-01-01", input: 1, output: 2, source: s, checked: "2026-01-01" }]\n',
      "pricing catalogue",
      "p v1",
    ],
    ["readiness-policy", "name: r\n", "readiness policy", "r v1"],
  ])("%s", async (name, text, kind, shown) => {
    const lab = openLab();
    lab.write("d/one.yaml", line(name) + text);
    const answer = await lab.run(["validate", "d/one.yaml"]);
    expect(answer.code).toBe(0);
    expect(answer.stdout).toContain(`d/one.yaml is a valid ${kind}: ${shown}  sha256:`);

    lab.write("d/one.yaml", `${line(name)}${text}colour: red\n`);
    const refused = await lab.run(["validate", "d/one.yaml"]);
    expect(refused.code).toBe(50);
    expect(refused.stderr).toContain(`d/one.yaml:${text.split("\n").length + 1}:1`);
    expect(refused.stderr).toContain('unknown key "colour"');
  });

  test("a case is read over the shipped tools, and the answer says so", async () => {
    const lab = openLab();
    lab.write(
      "c.yaml",
      `${line("case")}id: c\ninput: x\nexpect: { contains: [x] }\ntool_set: order-desk\n`,
    );
    const answer = await lab.run(["validate", "c.yaml", "--json"]);
    expect(answer.json).toMatchObject({
      exit_code: 0,
      contracts: [{ kind: "case", id: "c", digest: expect.stringMatching(/^sha256:/) }],
    });
    expect((await lab.run(["validate", "c.yaml"])).stdout).toContain("shipped tool catalogue");
    lab.write(
      "c.yaml",
      `${line("case")}id: c\ninput: x\nexpect: { contains: [x] }\ntool_set: no-desk\n`,
    );
    const refused = await lab.run(["validate", "c.yaml"]);
    expect(refused.code).toBe(50);
    expect(refused.stderr).toContain("names the tool set no-desk");
  });

  test("a case whose pattern is not RE2 is not valid", async () => {
    const lab = openLab();
    lab.write("c.yaml", `${line("case")}id: c\ninput: x\nexpect: { matches: "(open" }\n`);
    const refused = await lab.run(["validate", "c.yaml"]);
    expect(refused.code).toBe(50);
    expect(refused.stderr).toContain("c.yaml: case c can't be judged: the pattern is not RE2");
  });

  test("a matrix is checked with all it names, with the line and without", async () => {
    const lab = openLab();
    for (const first of ["", line("matrix")]) {
      lab.write("agent-lab.yaml", first + aMatrix());
      const answer = await lab.run(["validate"]);
      expect(answer).toMatchObject({ code: 0 });
      expect(answer.stdout).toContain("agent-lab.yaml is valid: 7 contracts");
    }
    lab.write("agent-lab.yaml", `${line("matrix")}adapters: [bare-loop]\n`);
    const refused = await lab.run(["validate"]);
    expect(refused.code).toBe(50);
    expect(refused.stderr).toContain("candidates is missing");
  });

  test("a schema that nobody writes by hand is refused with the list of those people do", async () => {
    const lab = openLab();
    lab.write("x.yaml", `${line("run-result")}a: 1\n`);
    const refused = await lab.run(["validate", "x.yaml"]);
    expect(refused.code).toBe(50);
    expect(refused.stderr).toContain("x.yaml:1:1");
    expect(refused.stderr).toContain("score-profile");
  });
});

describe("a live model", () => {
  test("without its variable: valid, with a note; evaluate and run refuse before preflight", async () => {
    const lab = openLab();
    for (const [path, content] of Object.entries(live)) lab.write(path, content);
    const valid = await lab.run(["validate"]);
    expect(valid.code).toBe(0);
    expect(valid.stdout).toContain("before evaluate or run: model m is live; set MODEL_URL");
    const set = await lab.run(["validate", "--json"], { MODEL_URL: "https://models.example/v1" });
    expect(set.json).toMatchObject({ exit_code: 0, notes: [] });
    for (const command of ["evaluate", "run"]) {
      const answer = await lab.run([command]);
      expect(answer.code).toBe(50);
      expect(answer.stderr).toContain("model m is live; set MODEL_URL");
      expect(answer.stderr).not.toContain("preflight");
    }
  });
});

describe("a live model's base URL", () => {
  const files = live;
  test.each([
    ["http://169.254.169.254/v1", "metadata address"],
    ["http://models.example/v1", "use https"],
    ["https://10.1.2.3/v1", "AGENT_LAB_ALLOW_PRIVATE=1"],
    ["https://key:secret@models.example/v1", "keys go into api_key_env"],
  ])("%s is refused before anything starts", async (url, says) => {
    const lab = openLab();
    for (const [path, content] of Object.entries(files)) lab.write(path, content);
    const answer = await lab.run(["evaluate"], { MODEL_URL: url });
    expect(answer.code).toBe(50);
    expect(answer.stderr).toContain("MODEL_URL of model m can't be used");
    expect(answer.stderr).toContain(says);
    expect(answer.stderr).not.toContain("secret");
    expect(() => lab.matrices()).toThrow(/ENOENT/);
  });
});
