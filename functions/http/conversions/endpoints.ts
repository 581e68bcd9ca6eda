export * from '#functions/api/conversions/endpoints.ts';
