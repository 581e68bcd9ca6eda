import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';

/** Files of exports expire after a week. */
export const objectStore = ({ EXPORT_BUCKET }: Env) => bucketAt(EXPORT_BUCKET);

export const fileStore = ({ FILES_BUCKET }: Env) => bucketAt(FILES_BUCKET);
