import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Difference, ImportMode } from './difference.ts';
import type { DateFormat } from './files/dates.ts';
import type { ColumnField } from './files/headings.ts';
import type { SkippedLines } from './files/read-file.ts';
import type { SpendProblem } from './sent-rows.ts';
import { dayDigest, type SpendDay } from './spend-rows.ts';

/** What an import is about, before its rows. */
export type SpendOrder = {
  id: string;
  accountId: number;
  environment: Environment;
  network: string;
  /** The ad account's own id or name at its network. */
  adAccount: string;
  mode: ImportMode;
  currency: string | null;
  timeZone: string;
  pixelKey: string | null;
  by: ActivityActor;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** Where the rows are, of an import that runs in the background. */
  file?: { key: string; dateFormat: DateFormat | null; columns: Partial<Record<ColumnField, string>> };
};

/** `undoing`: its days are moved back one by one. */
export const importStatuses = ['pending', 'running', 'completed', 'failed', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

export type SpendImport = SpendOrder & {
  status: ImportStatus;
  /** Rows as they count, after lines of the same thing were added up. */
  rows: number;
  summed: number;
  skipped: SkippedLines | null;
  days: number;
  from: string | null;
  to: string | null;
  difference: Difference;
  /** Days that are visible. */
  published: number;
  problems: SpendProblem[];
  problemCount: number;
  /** It changed nothing: this content counted already. */
  isUnchanged?: boolean;
  completedAt?: string;
  undoneAt?: string;
};

/** SHA-256 of an import's normal form: of equal ones that run at once, one is made. */
export const importDigest = (
  { environment, network, adAccount, mode }: SpendOrder,
  days: readonly SpendDay[],
): string =>
  sha256(
    JSON.stringify([environment, network, adAccount, mode, days.map((day) => [day.day, dayDigest(day)])]),
  );
