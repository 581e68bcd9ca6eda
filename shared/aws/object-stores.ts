import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';

export const objectStore = ({ EXPORT_BUCKET }: Env) => bucketAt(EXPORT_BUCKET);

export const fileStore = ({ FILES_BUCKET }: Env) => bucketAt(FILES_BUCKET);
