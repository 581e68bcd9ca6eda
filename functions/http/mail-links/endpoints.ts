export * from '#functions/api/mail-links/endpoints.ts';
