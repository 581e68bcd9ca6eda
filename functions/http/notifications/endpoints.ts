export * from '#functions/api/activity/endpoints.ts';
export * from '#functions/api/notifications/endpoints.ts';
export * from '#functions/api/webhooks/endpoints.ts';
