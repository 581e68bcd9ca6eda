import { readFileSync } from 'node:fs';

export type ClickCases = {
  /** A value of the cookie, and the click in it. */
  values: { name: string; value: string; click: string }[];
  /** A value of the cookie without a click, and the API's reason if it is not `unreadable_svc_click_id`. */
  unreadable: { name: string; value: string; reason?: string }[];
  /** A `Cookie` header, and the click in it. */
  headers: { name: string; header: string; click: string | null }[];
};

/** What every reader of the click's cookie must answer: packages, snippets, examples, plugin, pixel and API. */
export const clickCases = JSON.parse(readFileSync('test/click-cases.json', 'utf8')) as ClickCases;
