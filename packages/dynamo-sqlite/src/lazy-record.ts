import type { Table } from './catalogue.ts';
import type { Item, Value } from './item.ts';
import { namesOf } from './keys.ts';
import type { RecordRow } from './records.ts';
import { setOwn, sizeOfItem } from './values.ts';

/** Most consumers read few records, so images are parsed on first access. */
class LazyChange {
  readonly ApproximateCreationDateTime: number;
  readonly SequenceNumber: string;
  readonly #table: Table;
  readonly #texts: { old: string | null; new: string };
  #images: { old?: Item; new?: Item } = {};

  constructor(table: Table, { seq, at, old, new: text }: RecordRow) {
    this.ApproximateCreationDateTime = at;
    this.SequenceNumber = String(seq);
    this.#table = table;
    this.#texts = { old, new: text };
  }

  #image(name: 'old' | 'new'): Item | undefined {
    const text = this.#texts[name];
    if (!text) return undefined;
    this.#images[name] ??= JSON.parse(text) as Item;
    return this.#images[name];
  }

  get StreamViewType() {
    return this.#table.stream?.view ?? 'KEYS_ONLY';
  }
  get NewImage(): Item | undefined {
    return this.StreamViewType.startsWith('NEW') ? this.#image('new') : undefined;
  }
  get OldImage(): Item | undefined {
    return this.StreamViewType.includes('OLD') ? this.#image('old') : undefined;
  }
  get Keys(): Item {
    const image = this.#image(this.#texts.new ? 'new' : 'old') as Item;
    const keys: Item = {};
    for (const name of namesOf(this.#table)) setOwn(keys, name, image[name] as Value);
    return keys;
  }
  get SizeBytes(): number {
    return [this.Keys, this.NewImage, this.OldImage].reduce((sum, image) => sum + (image ? sizeOfItem(image) : 0), 0);
  }

  mayHave(name: string): boolean {
    const mark = `${JSON.stringify(name)}:`;
    return this.#texts.new.includes(mark) || (this.#texts.old?.includes(mark) ?? false);
  }

  toJSON() {
    const { ApproximateCreationDateTime, Keys, SequenceNumber, NewImage, OldImage } = this;
    return {
      ApproximateCreationDateTime,
      Keys,
      SequenceNumber,
      ...(NewImage && { NewImage }),
      ...(OldImage && { OldImage }),
      SizeBytes: this.SizeBytes,
      StreamViewType: this.StreamViewType,
    };
  }
}

export type { LazyChange };

export const lazyChange = (table: Table, row: RecordRow): LazyChange => new LazyChange(table, row);

/** The result may be true even if the image lacks the attribute, but false is certain. */
export const mayHave = (change: object, name: string): boolean => !(change instanceof LazyChange) || change.mayHave(name);
