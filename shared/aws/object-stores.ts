import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';

export const objectStore = ({ EXPORT_BUCKET, FILES_URL }: Env) => bucketAt(EXPORT_BUCKET, FILES_URL);

export const fileStore = ({ FILES_BUCKET, FILES_URL }: Env) => bucketAt(FILES_BUCKET, FILES_URL);
