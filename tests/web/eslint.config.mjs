// The scripts of the page are one program in the end: which names there are is what TypeScript
// checks.
import js from "@eslint/js";

export default [
  js.configs.recommended,
  { files: ["src/**/*.js"], languageOptions: { sourceType: "script" } },
  {
    languageOptions: { ecmaVersion: 2022 },
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { vars: "local" }],
      "no-implied-eval": "error",
      "no-eval": "error",
      "no-restricted-properties": ["error",
        { property: "innerHTML", message: "Text of a program must not become markup." },
        { property: "outerHTML", message: "Text of a program must not become markup." },
        { property: "insertAdjacentHTML", message: "Text of a program must not become markup." },
        { object: "document", property: "write" },
      ],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-len": ["error", { code: 100 }],
      complexity: ["error", 14],
    },
  },
];
