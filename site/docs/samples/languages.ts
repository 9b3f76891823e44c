/** A language that samples are written in. */
interface SampleLanguage {
  id: string;
  /** As its users write it; the same in every language of the site. */
  name: string;
  /** The name of its shiki grammar. */
  grammar: string;
  /** The file name with which a sample runs unchanged. */
  fileName: string;
}

/** Every language of the samples, in the order of the tabs. */
export const sampleLanguages = [
  { id: "curl", name: "curl", grammar: "bash", fileName: "nametag.sh" },
  { id: "javascript", name: "JavaScript", grammar: "javascript", fileName: "nametag.mjs" },
  { id: "typescript", name: "TypeScript", grammar: "typescript", fileName: "nametag.ts" },
  { id: "python", name: "Python", grammar: "python", fileName: "nametag.py" },
  { id: "java", name: "Java", grammar: "java", fileName: "Main.java" },
  { id: "csharp", name: "C#", grammar: "csharp", fileName: "Program.cs" },
  { id: "go", name: "Go", grammar: "go", fileName: "main.go" },
  { id: "php", name: "PHP", grammar: "php", fileName: "nametag.php" },
] as const satisfies readonly SampleLanguage[];

export type SampleLanguageId = (typeof sampleLanguages)[number]["id"];
