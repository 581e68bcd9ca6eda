import { pageOf } from '#shared/conversions/rules/landing.ts';
import { looksPersonal } from '#shared/conversions/rules/personal-data.ts';
import { userIdOf } from '#shared/conversions/rules/placeholders.ts';
import { isRawNumber } from '#shared/values/json.ts';

/** A path has dots between names, and `[]` after the name of a list: `data.object.total_taxes[].amount`. */
export type DeclaredPaths = {
  /** These say which event it is. Of an event that the source does not choose, nothing else is kept. */
  ofEvent: readonly string[];
  /** Numbers, words and IDs. A text that looks like personal data is left out. */
  plain: readonly string[];
  /** Addresses of pages, kept without their query. */
  pages: readonly string[];
  /** IDs of the sender's customers, kept as the hash of `<kind>:<ID>`. */
  users: readonly string[];
};

/** Fields of a buyer that match keys are made of. The first path with a text counts. */
export type UserDataPaths = Partial<Record<'email' | 'phone' | 'country', readonly string[]>> & {
  /** The events that are sales. */
  events: readonly string[];
};

const maxTextLength = 512;
const maxListEntries = 200;
/** The names serve the preview of a mapping, which needs no more. */
const maxNames = 300;
const maxNamedEntries = 20;
const maxDepth = 12;

type Form = Exclude<keyof DeclaredPaths, 'ofEvent'>;
type Tree = { form?: Form; fields: Map<string, Tree>; entries?: Tree };
const newTree = (): Tree => ({ fields: new Map() });

type Trees = { whole: Tree; ofEvent: Tree };
const trees = new WeakMap<DeclaredPaths, Trees>();

function treesOf(declared: DeclaredPaths): Trees {
  const built = trees.get(declared);
  if (built) return built;
  const [whole, ofEvent] = [newTree(), newTree()];
  for (const tree of [whole, ofEvent]) for (const path of declared.ofEvent) placeIn(tree, path).form = 'plain';
  for (const form of ['plain', 'pages', 'users'] as const) for (const path of declared[form]) placeIn(whole, path).form = form;
  trees.set(declared, { whole, ofEvent });
  return { whole, ofEvent };
}

function placeIn(tree: Tree, path: string): Tree {
  let place = tree;
  for (const part of path.split('.')) {
    const name = part.replace(/\[\]$/, '');
    const next = place.fields.get(name) ?? newTree();
    place.fields.set(name, next);
    if (part !== name) next.entries ??= newTree();
    place = part === name ? next : (next.entries ?? next);
  }
  return place;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** Makes the hash under which events of the user are stored, from `<kind>:<ID of the customer>`. */
type UserHash = (externalUserId: string) => Promise<string>;

type Declared = { kind: string; paths: DeclaredPaths; events: readonly { name: string }[] };

/** Keeps the declared paths of a body. Everything else, and each text that looks like personal data, is forgotten. */
export async function projectionOf(body: unknown, event: string, source: Declared, userHash: UserHash): Promise<unknown> {
  const keep = async (value: unknown, tree: Tree): Promise<unknown> => {
    if (tree.entries && Array.isArray(value)) {
      const entries: unknown[] = [];
      for (const entry of value.slice(0, maxListEntries)) entries.push(await keep(entry, tree.entries));
      return entries;
    }
    if (tree.fields.size > 0 && isFields(value)) {
      const kept: Fields = {};
      for (const [name, place] of tree.fields) {
        const field = Object.hasOwn(value, name) ? await keep(value[name], place) : undefined;
        if (field !== undefined) kept[name] = field;
      }
      return kept;
    }
    if (tree.form === 'users') {
      const id = typeof value === 'string' || typeof value === 'number' ? userIdOf(String(value)) : null;
      return id === null ? undefined : userHash(`${source.kind}:${id}`);
    }
    if (tree.form === 'pages') return typeof value === 'string' ? pageIn(value) : undefined;
    return tree.form === 'plain' && isPlainValue(value) ? value : undefined;
  };
  const { whole, ofEvent } = treesOf(source.paths);
  return keep(body, source.events.some(({ name }) => name === event) ? whole : ofEvent);
}

const isPlainValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= maxTextLength && !looksPersonal(value)
    : value === null || typeof value === 'number' || typeof value === 'boolean' || isRawNumber(value);

function pageIn(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? pageOf(url) : undefined;
}

/** Names of the paths that are not declared, without values. A name that may itself be a value is a star. */
export function undeclaredPaths(body: unknown, declared: DeclaredPaths): string[] {
  const names = new Set<string>();
  const walk = (value: unknown, tree: Tree | undefined, path: string, depth: number): void => {
    if (names.size >= maxNames || depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, maxNamedEntries)) walk(entry, tree?.entries, `${path}[]`, depth + 1);
    } else if (isFields(value)) {
      for (const [name, field] of Object.entries(value)) {
        const shown = /^\w{1,64}$/.test(name) ? name : '*';
        walk(field, tree?.fields.get(name), path === '' ? shown : `${path}.${shown}`, depth + 1);
      }
    } else if (!tree?.form) names.add(path);
  };
  walk(body, treesOf(declared).whole, '', 0);
  return [...names].sort();
}

/** Raw texts of the buyer, which the receiver makes match keys of and forgets. */
export function userDataOf(body: unknown, event: string, { events, ...fields }: UserDataPaths): Record<string, string> {
  if (!events.includes(event)) return {};
  const texts = Object.entries(fields).flatMap(([name, paths]) => {
    const text = paths.map((path) => valueAt(body, path)).find((value) => typeof value === 'string' && value.trim() !== '');
    return text === undefined ? [] : [[name, text as string] as const];
  });
  return Object.fromEntries(texts);
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined), body);
