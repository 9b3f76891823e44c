"use client";

import { useState } from "react";
import { SearchForm } from "./search-form.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** The search alone, with a text in it that was searched for already. */
export function SearchBox({ searched }: { searched: string }) {
  const [text, setText] = useState("");
  const suggestions = useSuggestions(text);
  return <SearchForm suggestions={suggestions} onText={setText} searched={searched} />;
}
