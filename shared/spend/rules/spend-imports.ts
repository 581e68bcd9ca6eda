import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { DateFormat } from '#shared/files/dates.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Difference, ImportMode } from './difference.ts';
import type { ColumnField } from './files/columns.ts';
import type { SkippedLines } from './files/file-rows.ts';
import type { TotalDifference } from './files/totals-by-amount.ts';
import type { SpendWarning } from './lost-ids.ts';
import type { SpendProblem } from './sent-row.ts';
import { dayDigest, type SpendDay } from './spend-rows.ts';

export type SpendOrder = {
  id: string;
  accountId: AccountId;
  environment: Environment;
  network: string;
  adAccount: string;
  mode: ImportMode;
  currency: string | null;
  timeZone: string;
  pixelKey: string | null;
  by: ActivityActor;
  /** The time is ISO 8601 in UTC. */
  createdAt: string;
  file?: { key: string; dateFormat: DateFormat | null; columns: Partial<Record<ColumnField, string>> };
};

/** An import can be undone for this many days. Then, the days that it replaced are removed. */
export const undoDays = 90;

export const importStatuses = ['pending', 'running', 'completed', 'failed', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

export type ImportRef = Pick<SpendOrder, 'accountId' | 'environment' | 'id'>;

export type SpendImport = SpendOrder & {
  status: ImportStatus;
  rows: number;
  summed: number;
  skipped: SkippedLines | null;
  days: number;
  from: string | null;
  to: string | null;
  /** The report covers days up to this day, even if the last days have no rows. */
  coversTo?: string;
  difference: Difference;
  warnings?: SpendWarning[];
  totalDifference?: TotalDifference | null;
  published: number;
  problems: SpendProblem[];
  problemCount: number;
  isUnchanged?: boolean;
  /** The import fails. Its days are being taken back, and none counts any more. */
  isGivenUp?: true;
  completedAt?: string;
  undoneAt?: string;
  /** An import that stayed open was continued by a look at this time. */
  continuedAt?: string;
};

/** Concurrent requests with an equal SHA-256 digest share an import. */
export const importDigest = ({ environment, network, adAccount, mode }: SpendOrder, days: readonly SpendDay[]): string =>
  sha256(JSON.stringify([environment, network, adAccount, mode, days.map((day) => [day.day, dayDigest(day)])]));
