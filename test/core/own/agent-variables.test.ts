import { describe, expect, test } from "vitest";

import { modelContract } from "../../../src/contracts/model.ts";
import {
  allowVariables,
  findKeysTaken,
  namesTaken,
} from "../../../src/core/own/agent-variables.ts";

const from = (name: string) => ({ from: name });

describe("what a commit may take of the host", () => {
  test("texts are its own; a host variable counts where base's commit names it too, under whatever name", () => {
    const wanted = { MODE: "test", DB: from("DATABASE_URL"), KEY: from("DEPLOY_KEY") };
    expect(allowVariables(wanted, { DATABASE: from("DATABASE_URL") })).toEqual({
      env: { MODE: "test", DB: from("DATABASE_URL") },
      withheld: ["DEPLOY_KEY"],
    });
  });

  test("a text of that name in base allows nothing", () => {
    const wanted = { DEPLOY_KEY: from("DEPLOY_KEY"), AGAIN: from("DEPLOY_KEY") };
    expect(allowVariables(wanted, { DEPLOY_KEY: "DEPLOY_KEY" })).toEqual({
      env: {},
      withheld: ["DEPLOY_KEY"],
    });
  });

  test("without a configuration in base nothing is allowed; without env there is none", () => {
    expect(allowVariables({ DB: from("DATABASE_URL") }, undefined).withheld).toEqual([
      "DATABASE_URL",
    ]);
    expect(allowVariables(undefined, { DB: from("DATABASE_URL") })).toEqual({
      env: undefined,
      withheld: [],
    });
  });
});

test("a model's key is found under any name and in any case", () => {
  const model = modelContract.parse({
    id: "main",
    provider: "house",
    model: "m",
    api_key_env: "HOUSE_ACCESS",
  });
  const env = { ONE: from("house_access"), TWO: from("OTHER"), THREE: "HOUSE_ACCESS" };
  expect(findKeysTaken(env, [model])).toEqual([
    { variable: "ONE", from: "house_access", model: "main" },
  ]);
  expect(namesTaken(env)).toEqual(["house_access", "OTHER"]);
});
