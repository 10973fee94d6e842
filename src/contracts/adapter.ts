/** adapter.json: what an adapter folder says about itself. */
import { z } from "zod";

import { identifier } from "./primitives.ts";

export const adapterManifest = z
  .strictObject({
    name: identifier,
    track: z.enum(["controlled", "native"]).default("controlled").meta({
      description:
        "controlled: sends the case's own prompt and tools. native: brings its own graph and system texts.",
    }),
    checkpoints: z
      .boolean()
      .default(false)
      .meta({ description: "Whether it saves checkpoints and goes on from them." }),
    framework: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: "The package that is the framework; null when there is none." }),
    packages: z.array(z.string()).meta({ description: "Packages whose versions are recorded." }),
    entry: z.string().regex(/^[\w./-]+$/),
    install: z.boolean(),
  })
  .meta({ id: "adapter", title: "Agent Lab adapter" });
export type AdapterManifest = z.infer<typeof adapterManifest>;
