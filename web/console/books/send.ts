import { type Answer, call, callWithFile } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { isLarge, uploaded } from '../kit/upload.ts';
import { type Facts, requestOf } from './facts.ts';

/** `progress` gets the share of a large file that is uploaded. */
export async function started(
  file: Blob,
  facts: Facts,
  environment: Environment,
  progress: (share: number) => void,
): Promise<Answer<'createReconciliation'>> {
  const { columns, ...given } = requestOf(facts);
  if (!isLarge(file)) {
    const query = { ...given, environment, ...(columns && { columns: JSON.stringify(columns) }) };
    return await callWithFile('createReconciliation', file, { query });
  }
  const upload_id = await uploaded(file, progress);
  const window_hours = Number(facts.window_hours);
  const body = { ...given, window_hours, ...(columns && { columns }), upload_id };
  return await call('createReconciliation', { query: { environment }, body: body as never });
}
