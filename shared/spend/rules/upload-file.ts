import type { AccountId } from '#shared/values/tenant.ts';
export const maxUploadBytes = 50 * 1_048_576;
export const uploadDays = 7;

export const uploadFile = (accountId: AccountId, id: string) => `uploads/${accountId}/${id}`;
export const uploadIdForm = /^upload_[0-9A-Za-z]{22}$/;
