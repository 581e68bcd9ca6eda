export * from '#functions/api/media/endpoints.ts';
