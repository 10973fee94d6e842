/** A stored row that is no event any more: which one, so that an audit can name it. */
export class DamagedEvent extends Error {
  override readonly name = "DamagedEvent";
  readonly sequence: number;
  constructor(sequence: number, message: string) {
    super(message);
    this.sequence = sequence;
  }
}
