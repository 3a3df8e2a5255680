#include "lang/jvm/class_file.h"

#include <gtest/gtest.h>

#include <random>

#include "unit/jvm/support.h"

namespace jvm {
namespace {

using test::ClassBuilder;
using test::u1;
using test::u2;
using test::u4;

const test::Compiled& sample() {
  static const test::Compiled compiled({test::JavaFile{"p/Sample.java", R"(
package p;
import java.util.function.*;
@Deprecated
public abstract class Sample<T> extends Thread implements Runnable, Comparable<Sample<T>> {
  static final int SIX = 6;
  static final long BIG = 1L << 40;
  static final String NAME = "größe \u0000 \uD83D\uDE00 \uD800";
  static final double HALF = 0.5;
  volatile boolean done;
  private final T item = null;
  record Point(int x, long y) { }
  sealed interface Shape permits Square, Circle { }
  static final class Square implements Shape { }
  static final class Circle implements Shape { }
  @interface Test { Class<?> expected() default Object.class; int[] sizes() default {}; }
  enum Color { RED, GREEN }
  @Test(expected = String.class, sizes = {1, 2})
  static synchronized int sum(int[] values, long start) throws java.io.IOException {
    int total = (int) start;
    for (int value : values) total += value;
    return total;
  }
  abstract void todo(String... words);
  native int outside();
  Supplier<String> text(int n) { return () -> "n = " + n + item; }
}
)"}});
  return compiled;
}

TEST(ClassFile, HasWhatTheSourceHas) {
  auto file = must_read(sample().bytes("p/Sample"));
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->name, "p/Sample");
  EXPECT_EQ(file->super, "java/lang/Thread");
  EXPECT_EQ(file->interfaces,
            (std::vector<std::string_view>{"java/lang/Runnable", "java/lang/Comparable"}));
  EXPECT_EQ(file->source_file, "Sample.java");
  EXPECT_TRUE(file->is_public() && file->is_abstract() && !file->is_interface());
  EXPECT_TRUE(file->is_deprecated);
  EXPECT_FALSE(file->signature.empty());
  EXPECT_EQ(file->annotations.size(), 1U);
  EXPECT_EQ(file->nest_members.size(), 6U);
  EXPECT_EQ(external_name(file->name), "p.Sample");
  EXPECT_EQ(internal_name("p.Sample"), "p/Sample");
}

TEST(ClassFile, FieldsHaveConstants) {
  auto file = must_read(sample().bytes("p/Sample"));
  const Field* six = file->find_field("SIX", "I");
  ASSERT_NE(six, nullptr);
  EXPECT_TRUE(six->is_static() && six->is_final());
  EXPECT_EQ(file->pool.integer(six->constant_value), 6);
  const Field* big = file->find_field("BIG", "J");
  EXPECT_EQ(file->pool.long_integer(big->constant_value), std::int64_t{1} << 40);
  const Field* half = file->find_field("HALF", "D");
  EXPECT_EQ(file->pool.float64(half->constant_value), 0.5);
  const Field* done = file->find_field("done", "Z");
  EXPECT_TRUE(done->is_volatile());
  EXPECT_EQ(done->constant_value, 0);
  EXPECT_EQ(file->find_field("done", "I"), nullptr);
}

TEST(ClassFile, StringsKeepTheirUnits) {
  auto file = must_read(sample().bytes("p/Sample"));
  const Field* name = file->find_field("NAME", "Ljava/lang/String;");
  std::uint16_t utf8 = file->pool.string_utf8(name->constant_value);
  EXPECT_EQ(file->pool.units(utf8), std::u16string(u"größe \0 \xd83d\xde00 \xd800", 12));
  EXPECT_EQ(file->pool.text(utf8), std::string_view("größe \0 \xf0\x9f\x98\x80 \xef\xbf\xbd", 18));
  EXPECT_FALSE(file->pool.is_exact(utf8));
}

TEST(ClassFile, MethodsHaveAttributes) {
  auto file = must_read(sample().bytes("p/Sample"));
  const Method* sum = file->find_method("sum", "([IJ)I");
  ASSERT_NE(sum, nullptr);
  EXPECT_TRUE(sum->is_static() && sum->is_synchronized() && !sum->is_public());
  EXPECT_EQ(sum->exceptions, std::vector<std::string_view>{"java/io/IOException"});
  ASSERT_EQ(sum->parameters.size(), 2U);
  EXPECT_EQ(sum->parameters[1].name, "start");
  EXPECT_TRUE(sum->code.has_value());
  EXPECT_FALSE(file->find_method("todo", "([Ljava/lang/String;)V")->code.has_value());
  EXPECT_TRUE(file->find_method("todo", "([Ljava/lang/String;)V")->is_varargs());
  EXPECT_TRUE(file->find_method("outside", "()I")->is_native());
  EXPECT_EQ(file->bootstrap_methods.size(), 2U);
}

TEST(ClassFile, AnnotationsHaveElements) {
  test::Compiled compiled({test::JavaFile{"A.java", R"(
import java.lang.annotation.*;
class A {
  @Retention(RetentionPolicy.RUNTIME) @interface Test { Class<?> expected(); int[] sizes(); Deprecated d(); }
  @Test(expected = String.class, sizes = {1, 2}, d = @Deprecated(since = "x")) void test() { }
})"}});
  auto file = must_read(compiled.bytes("A"));
  const Method& method = method_of(*file, "test");
  EXPECT_TRUE(method.has_annotation("LA$Test;"));
  EXPECT_FALSE(method.has_annotation("LTest;"));
  const Annotation& annotation = method.annotations[0];
  ASSERT_EQ(annotation.elements.size(), 3U);
  EXPECT_EQ(annotation.elements[0].name, "expected");
  EXPECT_EQ(annotation.elements[0].tag, 'c');
  EXPECT_EQ(file->pool.text(annotation.elements[0].value), "Ljava/lang/String;");
  EXPECT_EQ(annotation.elements[1].tag, '[');
  EXPECT_EQ(annotation.elements[2].tag, '@');
}

TEST(ClassFile, RecordsAndSealedTypesSaySo) {
  auto point = must_read(sample().bytes("p/Sample$Point"));
  EXPECT_TRUE(point->is_record);
  ASSERT_EQ(point->record_components.size(), 2U);
  EXPECT_EQ(point->record_components[1].name, "y");
  EXPECT_EQ(point->record_components[1].descriptor, "J");
  EXPECT_EQ(point->nest_host, "p/Sample");
  auto shape = must_read(sample().bytes("p/Sample$Shape"));
  EXPECT_TRUE(shape->is_interface());
  EXPECT_EQ(shape->permitted_subclasses,
            (std::vector<std::string_view>{"p/Sample$Square", "p/Sample$Circle"}));
  auto color = must_read(sample().bytes("p/Sample$Color"));
  EXPECT_TRUE(color->is_enum());
  EXPECT_TRUE(color->find_field("RED", "Lp/Sample$Color;")->is_enum_constant());
  ASSERT_FALSE(color->inner_classes.empty());
  EXPECT_EQ(color->inner_classes[0].simple_name, "Color");
}

TEST(Malformed, CutOffAtEveryLength) {
  std::string bytes = sample().bytes("p/Sample");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    auto file = read_class_file("T.class", bytes.substr(0, length));
    ASSERT_FALSE(file.has_value()) << length;
    EXPECT_LE(file.error().offset, length);
  }
  EXPECT_EQ(complaint_about(bytes), "");
}

TEST(Malformed, ChangedBitsDoNoHarm) {
  std::mt19937_64 random(7);
  for (const char* name : {"p/Sample", "p/Sample$Color", "p/Sample$Point"}) {
    std::string bytes = sample().bytes(name);
    for (int i = 0; i < 1000; ++i) {
      std::string changed = bytes;
      for (std::uint64_t n = 1 + random() % 3; n > 0; --n) {
        char& byte = changed[random() % changed.size()];
        byte = static_cast<char>(byte ^ (1 << (random() % 8)));
      }
      read_all(changed);
    }
  }
}

TEST(Malformed, BytesBehindTheEnd) {
  EXPECT_EQ(complaint_about(ClassBuilder().build()), "");
  EXPECT_EQ(complaint_about(ClassBuilder().build() + "x"), "1 bytes behind the end of the class");
}

TEST(Malformed, MagicAndVersion) {
  EXPECT_EQ(complaint_about("PK\x03\x04"), "it does not begin with CAFEBABE");
  auto version_of = [](unsigned major, unsigned minor) {
    ClassBuilder builder;
    builder.set_version(major, minor);
    auto file = read_class_file("T.class", builder.build());
    if (file) return std::string("good");
    return file.error().kind == diag::Kind::JvmVersion ? file.error().what : "something else";
  };
  EXPECT_EQ(version_of(45, 3), "good");
  EXPECT_EQ(version_of(69, 0), "good");
  EXPECT_EQ(version_of(44, 0), "has the class file version 44; Braid reads 45 to 69");
  EXPECT_EQ(version_of(70, 0), "has the class file version 70; Braid reads 45 to 69");
  EXPECT_EQ(version_of(61, 65535), "has the class file version 61.65535, with preview features");
}

TEST(Malformed, Constants) {
  auto with = [](unsigned tag, const std::string& body, unsigned entries = 1) {
    ClassBuilder builder;
    builder.constant(tag, body, entries);
    return complaint_about(builder.build());
  };
  EXPECT_EQ(with(2, ""), "constant 5 has the unknown tag 2");
  EXPECT_EQ(with(7, u2(2)), "constant 2 is a Class, where a Utf8 is expected");
  EXPECT_EQ(with(7, u2(99)), "constant 99 is used as a Utf8, but there are only 5");
  EXPECT_EQ(with(7, u2(0)), "constant 0 is nothing, where a Utf8 is expected");
  EXPECT_EQ(with(5, u4(0) + u4(0)), "the last constant takes two entries, but there is one");
  EXPECT_EQ(with(5, u4(0) + u4(0), 2), "");
  EXPECT_EQ(with(1, u2(1) + std::string(1, '\0')),
            "a byte that does not belong into modified UTF-8");
  EXPECT_EQ(with(1, u2(1) + "\xff"), "a byte that does not belong into modified UTF-8");
  EXPECT_EQ(with(15, u1(10) + u2(2)), "a method handle has the unknown kind 10");
  EXPECT_EQ(with(15, u1(1) + u2(2)), "constant 2 is a Class, where a Fieldref is expected");
}

TEST(Malformed, NamesAndDescriptors) {
  auto name_of_class = [](std::string_view name) {
    ClassBuilder builder;
    builder.klass(name);
    return complaint_about(builder.build());
  };
  EXPECT_EQ(name_of_class("[[I"), "");
  EXPECT_EQ(name_of_class("a//B"), "`a//B` is no name of a class");
  EXPECT_EQ(name_of_class("a.B"), "`a.B` is no name of a class");
  EXPECT_EQ(name_of_class("[V"), "`[V` is no name of a class");
  EXPECT_EQ(name_of_class("\xed\xa0\x80"), "a name has a surrogate without its partner");
  auto member = [](unsigned tag, std::string_view name, std::string_view type) {
    ClassBuilder builder;
    builder.member(tag, "A", name, type);
    return complaint_about(builder.build());
  };
  EXPECT_EQ(member(9, "f", "I"), "");
  EXPECT_EQ(member(9, "f", "()V"), "a Fieldref has the descriptor `()V`");
  EXPECT_EQ(member(10, "m", "I"), "a Methodref has the descriptor `I`");
  EXPECT_EQ(member(10, "m", "(V)V"), "`(V)V` is no descriptor");
  EXPECT_EQ(member(10, "<init>", "()V"), "");
  EXPECT_EQ(member(10, "<init>", "()I"), "a Methodref to `<init>()I`");
  EXPECT_EQ(member(11, "<init>", "()V"), "a InterfaceMethodref to `<init>()V`");
  EXPECT_EQ(member(10, "<clinit>", "()V"), "a Methodref to `<clinit>()V`");
}

TEST(Malformed, Members) {
  ClassBuilder twice;
  twice.field(0, "f", "I");
  twice.field(0, "f", "I");
  EXPECT_EQ(complaint_about(twice.build()), "there are two fields f I");
  ClassBuilder both;
  both.field(0x50, "f", "I");
  EXPECT_EQ(complaint_about(both.build()), "the field f is final and volatile");
  ClassBuilder empty;
  empty.method(0, "m", "()V");
  EXPECT_EQ(complaint_about(empty.build()), "the method m()V has no code");
  ClassBuilder abstract;
  abstract.method(0x400, "m", "()V", {abstract.code("\xb1")});
  EXPECT_EQ(complaint_about(abstract.build()),
            "the method m()V has code, but is abstract or native");
  ClassBuilder many;
  many.method(0x400, "m", "(" + std::string(255, 'I') + ")V");
  EXPECT_EQ(complaint_about(many.build()),
            "the method m(" + std::string(255, 'I') + ")V has too many parameters");
  ClassBuilder interface;
  interface.set_access(0x200);
  EXPECT_EQ(complaint_about(interface.build()), "an interface that is not abstract");
}

TEST(Malformed, Attributes) {
  ClassBuilder kind;
  unsigned text = kind.string("x");
  kind.field(0x8, "f", "I", {kind.attribute("ConstantValue", u2(text))});
  EXPECT_EQ(complaint_about(kind.build()), "constant 6 is a String, where a Integer is expected");
  ClassBuilder type;
  unsigned six = type.integer(6);
  type.field(0x8, "f", "[I", {type.attribute("ConstantValue", u2(six))});
  EXPECT_EQ(complaint_about(type.build()), "a constant for the field f of type [I");
  ClassBuilder longer;
  longer.add_attribute(longer.attribute("SourceFile", u2(longer.utf8("x")) + "z"));
  EXPECT_EQ(complaint_about(longer.build()), "1 bytes too many in the attribute SourceFile");
  ClassBuilder unknown;
  unknown.add_attribute(unknown.attribute("Nonsense", "anything"));
  EXPECT_EQ(complaint_about(unknown.build()), "");
  ClassBuilder outside;
  outside.constant(18, u2(3) + u2(outside.name_and_type("m", "()V")));
  EXPECT_EQ(complaint_about(outside.build()), "bootstrap method 3 of 0");
}

TEST(Malformed, DeepAnnotations) {
  auto nested = [](unsigned depth) {
    ClassBuilder builder;
    std::string type = u2(builder.utf8("LA;"));
    std::string value = "I" + u2(builder.integer(1));
    for (unsigned i = 0; i < depth; ++i) value = "[" + u2(1) + value;
    std::string name = u2(builder.utf8("x"));
    builder.add_attribute(
        builder.attribute("RuntimeVisibleAnnotations", u2(1) + type + u2(1) + name + value));
    return complaint_about(builder.build());
  };
  EXPECT_EQ(nested(10), "");
  EXPECT_EQ(nested(1000), "annotations nested deeper than 64 levels");
}

TEST(Malformed, IsReportedWithFileAndOffset) {
  diag::Sink sink;
  auto file = read_class_file("lib.jar!/A.class", ClassBuilder().build() + "x");
  ASSERT_FALSE(file.has_value());
  report(file.error(), sink);
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].message,
            "lib.jar!/A.class is not a well-formed class file: 1 bytes behind the end of the class "
            "(byte 53)");
}

}  // namespace
}  // namespace jvm
