export * from '#functions/api/prompts/endpoints.ts';
