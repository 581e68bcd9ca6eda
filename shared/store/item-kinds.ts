export type Span = { days: number } | { seconds: number };

/** A recovery of a stolen account ends what leads data out, or lets the owner confirm a setting. Other kinds say why not. */
type Recovery =
  /** A name in `waysOut`. */
  | { ends: string }
  /** A name in `settings` of `settings-to-confirm.ts`. */
  | { confirms: string }
  /** The write of the recovery ends sessions, password, second factor and pending e-mail; the mail lists the rest. */
  | 'ended_by_the_recovery'
  /** It belongs to the address, the identity or the payer, whose owner recovers the account. */
  | 'of_address'
  /** Only operators write it. */
  | 'by_operators'
  /** Only the signed-in owner reads it. */
  | 'for_owner'
  /** It returns a secret of a key or an endpoint again, which has ended. */
  | 'ended_secret'
  /** It is written by pixels, events and imports of spend, and read by reports. */
  | 'for_reports'
  /** It compares orders with events. Only the signed-in owner writes and reads it. */
  | 'compares_orders'
  /** It is bookkeeping of the service itself. */
  | 'bookkeeping';

export type ItemKind = {
  /**
   * An erased account loses the item if its ID is in `pk`, ends `sk`, or is an attribute; with `partition`, the whole
   * partition. A `ledger` loses only its text, and a `licence` the invitations that have expired. A `kept` item names no person, expires within days, or is removed with
   * another item.
   */
  erasure: 'pk' | 'sk' | 'attribute' | 'partition' | 'ledger' | 'licence' | 'kept';
  recovery: Recovery;
  /** The time to `ttl` by attribute `kind`, of the items that the test of retention writes at noon UTC. */
  retention?: Readonly<Record<string, Span | readonly Span[]>>;
  /** Operations that may read it without strong consistency, with the word that begins the sort key. */
  eventualReads?: readonly string[];
  /** The form that this release writes, by name of the packed content. */
  forms?: Readonly<Record<string, number>>;
  /** Its records in the export of an account. */
  records?: readonly string[];
};

/** Kinds by the word that begins their partition key. */
export type ItemKinds = Readonly<Record<string, ItemKind>>;
