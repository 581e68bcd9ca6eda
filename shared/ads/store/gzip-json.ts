import { gunzipSync, gzipSync } from 'node:zlib';
import { readText, type TextForm } from '#shared/store/stored-form.ts';

export const gzipJson = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

const forms: TextForm<unknown>[] = [{ form: 1, read: (text) => JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) }];

export const gunzipJson = <T>(text: string): T => readText(forms, text, 'ads') as T;
