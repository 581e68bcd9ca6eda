export type NextStep = {
  operation: string;
  title: string;
  /** The path is of the console. */
  page: string | null;
  /** The page is another service's. */
  url?: string;
};

export type ErrorTable = Readonly<
  Record<string, readonly [status: number, sentence: string, next?: NextStep]>
>;
