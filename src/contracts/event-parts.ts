/** The small texts that events are made of, with their caps in characters. */
import { z } from "zod";

export const operationId = z.string().min(1).max(100);
export const word = z.string().min(1).max(100);
export const sentence = z.string().max(2_000);
