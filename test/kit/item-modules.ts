import { globSync } from 'node:fs';
import type { ItemKinds } from '#shared/store/item-kinds.ts';

export type KeyMaker = (...values: unknown[]) => { pk: string; sk: string };
type ItemModule = { items: ItemKinds; [keyOf: `keyOf${string}`]: KeyMaker | Record<string, KeyMaker> };

const files = globSync('shared/**/items.ts').sort();
export const itemModules: readonly ItemModule[] = await Promise.all(files.map((file) => import(`../../${file}`)));

export const keyMakers: readonly [string, KeyMaker][] = itemModules.flatMap((itemModule) =>
  Object.entries(itemModule).flatMap(([name, makers]): [string, KeyMaker][] => {
    if (!name.startsWith('keyOf')) return [];
    return typeof makers === 'function' ? [[name, makers]] : Object.entries(makers);
  }),
);
