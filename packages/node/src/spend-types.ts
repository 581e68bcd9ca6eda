/** A network's charge for a campaign, an ad group or an ad on a day. */
export type SpendRow = {
  /** The day is in the ad account's time zone, such as `2026-11-20`. */
  day: string;
  campaign_id?: string | number | null | undefined;
  campaign?: string | null | undefined;
  ad_group_id?: string | number | null | undefined;
  ad_group?: string | null | undefined;
  ad_id?: string | number | null | undefined;
  ad?: string | null | undefined;
  /** In units of the currency: a number, or text such as `"25.99"`. */
  spend: number | string;
  impressions?: number | string | null | undefined;
  clicks?: number | string | null | undefined;
  reported_conversions?: number | string | null | undefined;
  reported_value?: number | string | null | undefined;
};

type SpendColumn = keyof SpendRow | 'starts' | 'ends' | 'currency';

export type SpendFacts = {
  /** `google_ads`, `meta`, `microsoft_ads`, `tiktok`, `linkedin`, `reddit`, `pinterest`, or a word of your own. */
  network: string;
  /**
   * Your ID or name for the ad account. Days of two ad accounts never replace each other. Default: `default`.
   */
  account?: string | undefined;
  /** Three-letter code. Optional if the file names its currency. */
  currency?: string | undefined;
  /** The IANA time zone of the ad account. Default: `UTC`. */
  time_zone?: string | undefined;
  /**
   * `replace_days` replaces each day of the import whole, and `upsert` single rows. Default: `replace_days`.
   */
  mode?: 'replace_days' | 'upsert' | undefined;
  /** The public key of the pages to which all the ads lead. */
  pixel_key?: string | undefined;
  /** The order of day and month in dates such as 03/04/2026. */
  date_format?: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY' | undefined;
  /** The headings of an unrecognised file, by what each column holds. */
  columns?: Partial<Record<SpendColumn, string>> | undefined;
  /** Returns the effect of the import, and changes nothing. At most 5 MB. */
  dry_run?: boolean | undefined;
};

/** The rows, or a report of a network as a file: CSV, or JSON with `rows`. */
export type SpendReport = SpendFacts & ({ rows: readonly SpendRow[] } | { file: Uint8Array | string });

export type SpendImport = {
  /** `null` for a `dry_run` that would change something. */
  import_id: string | null;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'undoing' | 'undone';
  /** The same content counted already. */
  unchanged: boolean;
  rows: number;
  /** Lines that were added to another line of the same ad and day. */
  summed: number;
  /** Lines of the file without a row, by kind. `null` for rows, absent from `pending` imports. */
  skipped?: { title: number; blank: number; total: number; note: number } | null;
  days: number;
  from: string | null;
  to: string | null;
  added: number;
  changed: number;
  removed: number;
  /** The spend of these days before and after, as exact decimals. */
  spend_before: string;
  spend_after: string;
  /** The same amounts by currency. Absent from a service of before 2026-12. */
  spend_by_currency?: { currency: string; spend_before: string; spend_after: string }[];
  /** The decisions of the reader, such as `rounded_id`: `fields` names the columns. */
  warnings?: { code: string; fields: string[]; message: string }[];
  /** The file's own total less the sum of its rows, if rounding explains it. */
  total_difference?: { amount: string; currency: string } | null;
};

export type StoredSpendImport = SpendImport & {
  import_id: string;
  environment: 'live' | 'test';
  network: string;
  account: string;
  currency: string | null;
  time_zone: string;
  /** The percentage of visible days. */
  percent: number;
  created_at: string;
  completed_at: string | null;
  undone_at: string | null;
};

/** `replaces` is the import whose content counted before. */
export type SpendDayChange = Pick<SpendImport, 'added' | 'changed' | 'removed' | 'spend_before' | 'spend_after'> & {
  day: string;
  replaces: string | null;
};

/** Numbers of rows begin at 0. */
export type SpendProblem = {
  line: number | null;
  row: number | null;
  field: string | null;
  code: string;
  message: string;
};
