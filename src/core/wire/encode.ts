/** Turns a reply into the bytes of one wire, so that a real SDK cannot tell them from a provider's. */

import type { ConversationWire } from "../../contracts/model.ts";
import { encodeChatBody, encodeChatEvents } from "./encode-chat.ts";
import {
  encodeResponsesBody,
  encodeResponsesEvents,
  type ResponsesIds,
} from "./encode-responses.ts";
import type { CanonicalReply, CanonicalRequest } from "./request.ts";

/** Identity supplied by the caller, so that encoding stays pure. */
export type ReplyIds = ResponsesIds;

const PIECE = 24;

/** Pieces of at most 24 code points, so that streamed text never splits a character. */
function cutText(text: string): readonly string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE) {
    pieces.push(characters.slice(at, at + PIECE).join(""));
  }
  return pieces;
}

/** A whole JSON response. One alternative is written, whatever `n` asked for: refuse n > 1 before. */
export function encodeResponse(
  wire: ConversationWire,
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ReplyIds,
): { readonly content_type: string; readonly body: string } {
  const chat = wire === "chat_completions";
  const value = chat ? encodeChatBody(reply, ids) : encodeResponsesBody(reply, request, ids);
  return { content_type: "application/json", body: JSON.stringify(value) };
}

/** The response as server-sent event texts, each ending in its blank line; content type text/event-stream. */
export function encodeStream(
  wire: ConversationWire,
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ReplyIds,
): readonly string[] {
  return wire === "chat_completions"
    ? encodeChatEvents(reply, request, ids, cutText)
    : encodeResponsesEvents(reply, request, ids, cutText);
}
