import { appendFileSync } from 'node:fs';
import { parseCondition } from '#packages/dynamo-sqlite/src/conditions.ts';
import type { Item, Value } from '#packages/dynamo-sqlite/src/index.ts';
import { atEndOfFile } from './at-end-of-file.ts';

type Write = {
  TableName: string;
  Key?: Item;
  Item?: Item;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
};
type Get = (operation: 'GetItem', input: object) => Promise<object>;
type Tree = { text: string } | { word: 'AND' | 'OR' | 'NOT'; parts: Tree[] };

const file = process.env.TEST_CONDITIONS_FILE;
const decided = new Map<string, Set<string>>();
function note(name: string, kind: string): void {
  if (decided.size === 0) atEndOfFile(write);
  decided.set(name, (decided.get(name) ?? new Set()).add(kind));
}

function write(): void {
  const lines = [...decided].flatMap(([name, kinds]) => [...kinds].map((kind) => `${kind}\t${name}\n`));
  appendFileSync(file ?? '', lines.join(''));
  decided.clear();
}

function treeOf(text: string): Tree {
  const tokens = text.match(/\w+\([^()]*(?:\([^()]*\)[^()]*)*\)|[()]|\s+|[^\s()]+/g) ?? [];
  let at = 0;
  const isNext = (word: string) => {
    while (/^\s+$/.test(tokens[at] ?? '')) at++;
    return tokens[at] === word;
  };
  const take = (word: string) => isNext(word) && ++at > 0;
  function list(word: 'AND' | 'OR', part: () => Tree): Tree {
    const parts = [part()];
    while (take(word)) parts.push(part());
    return parts.length > 1 ? { word, parts } : (parts[0] as Tree);
  }
  const some = (): Tree => list('OR', () => list('AND', one));
  function one(): Tree {
    if (take('NOT')) return { word: 'NOT', parts: [one()] };
    if (take('(')) {
      const inner = some();
      take(')');
      return inner;
    }
    const start = at;
    for (let depth = 0; at < tokens.length; at++) {
      if (tokens[at] === '(') depth++;
      if (tokens[at] === ')' && depth-- === 0) break;
      if (depth === 0 && (tokens[at] === 'AND' || tokens[at] === 'OR')) break;
    }
    return { text: tokens.slice(start, at).join('').trim() };
  }
  return some();
}

const flat = (tree: Tree): Tree[] => ('word' in tree && tree.word === 'AND' ? tree.parts.flatMap((part) => flat(part)) : [tree]);

function operandsOf(tree: Tree): Tree[] {
  if ('text' in tree) return [];
  const parts = flat(tree);
  return [...(tree.word === 'AND' ? parts : []), ...(tree.word === 'AND' ? parts : tree.parts).flatMap(operandsOf)];
}

type Condition = Pick<Write, 'ConditionExpression' | 'ExpressionAttributeNames'>;

export const operandTexts = ({ ConditionExpression: text = '', ExpressionAttributeNames: names = {} }: Condition) =>
  flat(treeOf(text)).map((tree) => textOf(tree).replace(/#\w+/g, (name) => names[name] ?? name));

const textOf = (tree: Tree): string =>
  'text' in tree ? tree.text : tree.word === 'NOT' ? `NOT ${tree.parts.map(textOf)}` : `(${tree.parts.map(textOf).join(` ${tree.word} `)})`;

export async function noteConditions(input: object, get: Get, answer: Promise<object>): Promise<void> {
  if (!file) return;
  const { TransactItems = [{ Write: input as Write }] } = input as {
    TransactItems?: Record<string, Write>[];
  };
  const conditional = TransactItems.flatMap((part) => Object.values(part)).filter(({ ConditionExpression }) => ConditionExpression);
  if (conditional.length === 0) return;
  const stored = () =>
    Promise.all(
      conditional.map(({ TableName, Key, Item }) => {
        const { pk, sk } = Key ?? Item ?? {};
        return get('GetItem', { TableName, Key: { pk, sk }, ConsistentRead: true }) as Promise<{
          Item?: Item;
        }>;
      }),
    );
  const before = stored();
  const items = await answer.then(() => before, stored);
  for (const [i, { Item: item = {} }] of items.entries()) {
    const {
      Key,
      Item: put,
      ConditionExpression: text = '',
      ExpressionAttributeNames: names = {},
      ExpressionAttributeValues: values = {},
    } = conditional[i] ?? ({} as Write);
    const tree = treeOf(text);
    const holds = (of: Tree, dropped?: Tree): boolean => {
      if (of === dropped) return true;
      if ('text' in of) return parseCondition(of.text).test(item, { names, values } as never);
      if (of.word === 'NOT') return !holds(of.parts[0] as Tree, dropped);
      return of.parts[of.word === 'AND' ? 'every' : 'some']((part) => holds(part, dropped));
    };
    const outcome = holds(tree);
    const shown = (of: Tree) => textOf(of).replace(/#\w+/g, (name) => names[name] ?? name);
    const { pk } = Key ?? put ?? {};
    const name = `${pk && 'S' in pk ? pk.S.split('#')[0] : ''}\t${shown(tree)}`;
    note(name, outcome ? 'holds' : 'fails');
    for (const operand of operandsOf(tree)) note(`${name}\t${shown(operand)}`, holds(tree, operand) === outcome ? 'seen' : 'decides');
  }
}
