import type { ValueForm } from './order.ts';
import type { OrderField } from './sent-order.ts';

/** `kind` says what a row of a balance is: a sale, a refund, or something else. */
export type ColumnName = OrderField | 'kind';

/** Each text has lower-case headings, separated by bars, the preferred heading first. */
export type Headings = Partial<Record<ColumnName, string>>;

/** A file in which a shop exports its orders. The headings are from the exports' documentation and files. */
export type OrderExport = {
  /** A group of these headings identifies the export; the other headings occur in several exports. */
  signs: readonly (readonly string[])[];
  headings: Headings;
  /** Headings of exports in other languages than English. */
  foreignHeadings?: Headings;
  valueForm: ValueForm;
  /** The rows that are sales or refunds, by their `kind`. */
  kinds?: ReadonlySet<string>;
  /** The usual name of a status that means something else in this shop. */
  statuses?: Readonly<Record<string, string>>;
};
