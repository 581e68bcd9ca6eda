export type NextStep = {
  operation: string;
  title: string;
  /** The path is of the console, and `null` without a page. */
  page: string | null;
  /** Another service has the page, such as the billing portal. */
  url?: string;
};

export type ErrorTable = Readonly<
  Record<string, readonly [status: number, sentence: string, next?: NextStep]>
>;
