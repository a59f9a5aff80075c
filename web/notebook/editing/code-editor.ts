import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface CodeEditorOptions {
  readonly parent: Element;
  readonly text: string;
  readonly language: "js" | "text";
  /** The name it has for assistive technology, and the id of what describes its keys. */
  readonly label: string;
  readonly describedBy: string;
  typed(text: string): void;
  run(): void;
  /** Escape: Tab indents in here, so there is another way out. */
  leave(): void;
}

export interface CodeEditor {
  setText(text: string): void;
  focus(): void;
  close(): void;
}

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.text, extensions: extensionsFor(options) }),
  });
  return {
    setText(text) {
      const { doc } = view.state;
      if (doc.toString() !== text) {
        view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
      }
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

function extensionsFor(options: CodeEditorOptions): Extension[] {
  const command = (work: () => void) => () => {
    work();
    return true;
  };
  const own = [
    { key: "Mod-Enter", run: command(options.run) },
    { key: "Escape", run: command(options.leave) },
  ];
  return [
    Prec.highest(keymap.of(own)),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      "aria-describedby": options.describedBy,
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) options.typed(state.doc.toString());
    }),
    ...(options.language === "js"
      ? [
          lineNumbers(),
          javascript(),
          indentUnit.of("  "),
          indentOnInput(),
          bracketMatching(),
          syntaxHighlighting(classHighlighter),
        ]
      : [EditorView.contentAttributes.of({ spellcheck: "true" })]),
  ];
}
