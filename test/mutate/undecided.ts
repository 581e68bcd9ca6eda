import { readFileSync } from 'node:fs';
import { print } from './tree.ts';

export function printUndecided(path: string): void {
  const kindsByName = new Map<string, Set<string>>();
  for (const line of new Set(readFileSync(path, 'utf8').trimEnd().split('\n'))) {
    const [kind = '', ...name] = line.replace(/(?<=shardId-|failures|share_|session_)[\w.:-]+/g, '*').split('\t');
    if (name.at(-1) === 'attribute_exists(pk)' && name[1]?.includes(' = :')) continue;
    const key = name.join('  ');
    kindsByName.set(key, (kindsByName.get(key) ?? new Set()).add(kind));
  }
  const names = (kind: string, without: string) =>
    [...kindsByName].filter(([, kinds]) => kinds.has(kind) && !kinds.has(without)).map(([name]) => name);
  const total = (...kinds: string[]) => [...kindsByName.values()].filter((of) => kinds.some((kind) => of.has(kind))).length;
  const [neverFailed, neverDecided] = [names('holds', 'fails'), names('seen', 'decides')];
  for (const name of neverFailed.sort()) print(`never failed   ${name}`);
  for (const name of neverDecided.sort()) print(`never decided  ${name}`);
  print(`${neverFailed.length} of ${total('holds', 'fails')} conditions of writes never failed.`);
  print(`${neverDecided.length} of ${total('seen', 'decides')} operands never decided.`);
}
