import type { AccountId } from '#shared/values/tenant.ts';
import type { Item } from './item.ts';
import type { Table } from './table.ts';
import type { DurableTableName } from './tables.ts';

type Tables = Record<DurableTableName, Table>;

/** Records of one name in the export of an account, of items in one partition. */
export type ExportSection = {
  name: string;
  table: DurableTableName;
  pk(accountId: AccountId): string;
  prefix?: string;
  show?(item: Item): Record<string, unknown>;
  rows?(item: Item, of: { accountId: AccountId; tables: Tables }): object[] | Promise<object[]>;
  more?(item: Item, tables: Tables): Promise<Item[]>;
};

/** An export omits hashes, secrets and the service's own fields, which are not the owner's data. */
const hidden = new Set([
  'pk',
  'sk',
  'kind',
  'ttl',
  'effects',
  'version',
  'activeShard',
  'lease',
  'key',
  'actor',
  'source',
  'passwordHash',
  'tokensValidAfter',
  'knownNetworks',
  'identity',
  'deletion',
  'sessions',
  'mfa',
  'sha256',
  'hash',
  'secretHash',
  'secrets',
  'sessionEpoch',
  'contentSessionId',
]);

export const shown = (item: object) => Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.has(name)));

export const namedRow = ({ sk, ...item }: Item) => ({ name: sk, ...shown(item) });

export const only = (names: readonly string[]) => (item: Item) =>
  Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
