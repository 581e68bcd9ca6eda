import { pathToFileURL } from 'node:url';

/** What `import.meta.url` becomes in a bundle: CommonJS has only the file's name. */
export const importMetaUrl = /* @__PURE__ */ pathToFileURL(__filename).href;
