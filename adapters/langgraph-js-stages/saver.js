/** LangGraph's own in-memory checkpointer that also hands each finished stage's checkpoint out as JSON, and takes one back in. */

/**
 * `save(stage, state)` is called before the next stage starts. A checkpoint is LangGraph's own, written by its serialiser:
 * messages come back as the classes they were.
 */
export function createSaver({ MemorySaver }, thread_id, save) {
  const saved = new Set();

  class StageSaver extends MemorySaver {
    async put(config, checkpoint, metadata, versions) {
      const next = await super.put(config, checkpoint, metadata, versions);
      const stage = checkpoint.channel_values.finished;
      if (stage === undefined || saved.has(stage)) return next;
      saved.add(stage);
      save(stage, {
        checkpoint: await this.toJson(checkpoint),
        metadata: await this.toJson(metadata),
      });
      return next;
    }

    async restore(state) {
      const checkpoint = await this.fromJson(state.checkpoint);
      saved.add(checkpoint.channel_values.finished);
      const place = { configurable: { thread_id, checkpoint_ns: "" } };
      await super.put(place, checkpoint, await this.fromJson(state.metadata));
    }

    async toJson(value) {
      const [, bytes] = await this.serde.dumpsTyped(value);
      return JSON.parse(new TextDecoder().decode(bytes));
    }

    async fromJson(value) {
      return this.serde.loadsTyped("json", JSON.stringify(value));
    }
  }

  return new StageSaver();
}
