// Programs for the tests of modular verification.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "engine/modular/engine.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"

namespace modular_test {

inline std::string read(const std::string& path) {
  std::string file = BRAID_TESTS_DIR;
  file += "/";
  file += path;
  std::ifstream in(file);
  CHECK(in.good(), "cannot read {}", path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string topological_sort() { return read("programs/modular/topological_sort.oox"); }

// From the defaults to those with which nearly everything is given up.
inline const std::vector<modular::SummaryOptions>& summary_options() {
  static const std::vector<modular::SummaryOptions> all = {
      {},
      {.max_size = 30, .max_objects = 2, .max_unions = 2, .max_contexts = 2},
      {.max_size = 5, .max_objects = 1, .max_unions = 1, .max_contexts = 1, .cursor_loops = false},
  };
  return all;
}

// Lists with many ways to change them.
inline constexpr const char* kLists = R"(
class Node {
    Node next;
    Node other;
    int value;
    bool marked;
}
class List {
    Node head;
    Node last;

    void reverse() {
        Node prev := null;
        Node cur := this.head;
        while (cur != null) {
            Node next := cur.next;
            cur.next := prev;
            prev := cur;
            cur := next;
        }
        this.head := prev;
    }
    void mark(bool b) {
        Node c := this.head;
        while (c != null) {
            c.marked := b;
            c := c.next;
        }
    }
    void markOthers() {
        Node c := this.head;
        while (c != null) {
            Node o := c.other;
            if (o != null) {
                o.marked := true;
            }
            c := c.next;
        }
    }
    void markAfter() {
        Node c := this.head;
        while (c != null) {
            c := c.next;
            if (c == null) {
                break;
            }
            c.value := 1;
        }
    }
    Node find(int v) {
        Node c := this.head;
        while (c != null) {
            int w := c.value;
            if (w == v) {
                return c;
            }
            c := c.next;
        }
        return null;
    }
    Node findOther(Node n) {
        Node c := this.head;
        while (c != null) {
            Node o := c.other;
            if (o == n) {
                break;
            }
            c := c.next;
        }
        return c;
    }
    Node markOther(Node n) {
        Node sought := this.last;
        if (sought == null) {
            sought := n;
        }
        Node found := this.findOther(sought);
        if (found != null) {
            found.marked := true;
        }
        return found;
    }
    Node forget(Node n) {
        Node t := this.head;
        Node l := this.last;
        if (l != null) {
            t := l;
        }
        if (t == null) {
            return null;
        }
        t.other := null;
        Node s := this.head;
        if (s == null) {
            s := t;
        }
        Node v := s.other;
        if (v == n) {
            return s;
        }
        return null;
    }
    void add(int v) {
        Node n := new Node();
        n.value := v;
        Node first := this.head;
        n.next := first;
        this.head := n;
        if (first == null) {
            this.last := n;
        }
    }
    void addTwice(int v) {
        this.add(v);
        this.add(v);
    }
    void copyTo(List target) {
        Node c := this.head;
        while (c != null) {
            int v := c.value;
            target.add(v);
            c := c.next;
        }
    }
    void remove(Node n) {
        Node c := this.head;
        if (c == n) {
            Node after := n.next;
            this.head := after;
            return;
        }
        while (c != null) {
            Node next := c.next;
            if (next == n) {
                Node rest := n.next;
                c.next := rest;
                return;
            }
            c := next;
        }
    }
    void swap(Node a, Node b) {
        Node x := a.other;
        Node y := b.other;
        a.other := y;
        b.other := x;
        this.mark(true);
    }
})";

// A lowered program with its sources.
struct Program {
  base::Sources sources;
  diag::Sink sink;
  ir::Program ir;

  explicit Program(const std::string& text) : ir(lower(text)) {}

  ir::ProcId proc(std::string_view name) {
    ir::ProcId id = ir.find_proc(name);
    CHECK(id.is_valid(), "no procedure {}", name);
    return id;
  }

  modular::Answer verify(std::string_view entry, const modular::Options& options) {
    ir.entry = proc(entry);
    run::Run run;
    modular::Answer answer;
    bool is_read = modular::verify(run, ir, sources, options, sink, answer);
    CHECK(is_read, "the property has errors");
    return answer;
  }

 private:
  ir::Program lower(const std::string& text) {
    oox::Program program;
    oox::parse(sources, sources.add("test.oox", text), program, sink);
    CHECK(!sink.has_errors(), "the program does not parse");
    oox::check(program, sink);
    CHECK(!sink.has_errors(), "the program has errors");
    return oox::lower(program, {});
  }
};

inline modular::Options bounds(std::uint32_t scope, unsigned bitwidth) {
  modular::Options options;
  options.scope.objects = scope;
  options.scope.bitwidth = bitwidth;
  options.refine.unwind = scope;
  return options;
}

}  // namespace modular_test
