import { readFileSync } from 'node:fs';

export type ClickCases = {
  values: { name: string; value: string; click: string }[];
  unreadable: { name: string; value: string; reason?: string }[];
  headers: { name: string; header: string; click: string | null }[];
};

/** Packages, snippets, examples, plugin, pixel and API must read the click's cookie alike. */
export const clickCases = JSON.parse(readFileSync('test/click-cases.json', 'utf8')) as ClickCases;
