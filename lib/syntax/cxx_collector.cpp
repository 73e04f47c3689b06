#include "cxx_collector.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <map>
#include <optional>

#include "cxx_files.h"

namespace remove_op {
namespace {

// Names declarations the way facts.h says, and finds where they and their uses stand in the main file.
class Locator {
 public:
  Locator(clang::ASTContext& context, const Snapshot& snapshot, std::string_view path)
      : sources_(context.getSourceManager()), options_(context.getLangOpts()), snapshot_(snapshot), path_(path) {}

  // Offset in the main file of the token at `loc`: where it is spelled, or, for what a macro's body or paste made,
  // where the macro is used.
  std::optional<unsigned> offset(clang::SourceLocation loc) const {
    if (loc.isInvalid()) return std::nullopt;
    const clang::SourceLocation file_loc =
        loc.isMacroID() && sources_.isMacroArgExpansion(loc) ? sources_.getFileLoc(loc) : sources_.getExpansionLoc(loc);
    const auto [file, at] = sources_.getDecomposedLoc(file_loc);
    if (file != sources_.getMainFileID()) return std::nullopt;
    return at;
  }

  std::optional<unsigned> expansion_begin(clang::SourceLocation loc) const {
    return plain_offset(sources_.getExpansionRange(loc).getBegin());
  }
  std::optional<unsigned> expansion_end(clang::SourceLocation loc) const {
    return plain_offset(sources_.getExpansionRange(loc).getEnd());
  }

  bool by_one_macro(const clang::Decl& decl) const {
    return decl.getBeginLoc().isMacroID() && decl.getEndLoc().isMacroID() &&
           sources_.getExpansionLoc(decl.getBeginLoc()) == sources_.getExpansionLoc(decl.getEndLoc());
  }

  bool spelled_at(unsigned at, llvm::StringRef name) const {
    const llvm::StringRef text = sources_.getBufferData(sources_.getMainFileID());
    return text.substr(at).starts_with(name) &&
           (at + name.size() >= text.size() || !clang::isAsciiIdentifierContinue(text[at + name.size()]));
  }

  // The namespace-scope declaration that `decl` is or belongs to; null for locals, parameters and template parameters.
  static const clang::NamedDecl* entity_of(const clang::Decl* decl) {
    const clang::NamedDecl* named = llvm::dyn_cast_or_null<clang::NamedDecl>(decl);
    while (named) {
      if (llvm::isa<clang::ParmVarDecl, clang::TemplateTypeParmDecl, clang::NonTypeTemplateParmDecl,
                    clang::TemplateTemplateParmDecl, clang::NamespaceDecl>(named))
        return nullptr;
      // An enumerator of an unscoped enum is visible in the scope around it, and yet belongs to the enum.
      if (llvm::isa<clang::EnumConstantDecl>(named)) {
        named = llvm::cast<clang::EnumDecl>(named->getDeclContext());
        continue;
      }
      const clang::DeclContext* scope = named->getDeclContext()->getRedeclContext();
      if (scope->isFileContext()) return named;
      const auto* outer = llvm::dyn_cast<clang::TagDecl>(scope);
      if (!outer) return nullptr;
      named = outer;
    }
    return nullptr;
  }

  // Empty for what stands outside the repository.
  std::string id(const clang::NamedDecl* entity) {
    const std::string file = path_of(entity->getCanonicalDecl()->getLocation());
    if (file.empty()) return {};
    std::string name = scope_name(entity->getDeclContext()) + entity->getNameAsString();
    if (entity->getDeclName().isEmpty())
      name += '@' + std::to_string(sources_.getFileOffset(sources_.getExpansionLoc(entity->getLocation())));
    const bool internal = entity->isInAnonymousNamespace() || entity->getFormalLinkage() == clang::Linkage::Internal;
    const bool is_alias = llvm::isa<clang::TypedefNameDecl, clang::NamespaceAliasDecl>(entity);
    return internal && !is_alias ? "cxx:" + file + "#" + name : "cxx:" + name;
  }

 private:
  // The namespaces around a declaration, each with its `::`. One that a macro names goes by the macro's name: headers
  // are included with other values of it, and are one definition all the same.
  std::string scope_name(const clang::DeclContext* scope) const {
    for (; scope && !scope->isTranslationUnit(); scope = scope->getParent()) {
      const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
      if (!space) continue;
      const std::string outer = scope_name(space->getParent());
      if (space->isAnonymousNamespace()) return outer + "(anonymous namespace)::";
      const clang::SourceLocation loc = space->getLocation();
      // Only where the macro stands for the name alone, not for `namespace a {` as a whole.
      const bool named = loc.isMacroID() && !space->getBeginLoc().isMacroID();
      const std::string name =
          named ? clang::Lexer::getImmediateMacroName(loc, sources_, options_).str() : space->getNameAsString();
      return outer + name + "::";
    }
    return {};
  }

  std::optional<unsigned> plain_offset(clang::SourceLocation loc) const {
    const auto [file, at] = sources_.getDecomposedLoc(loc);
    if (file != sources_.getMainFileID()) return std::nullopt;
    return at;
  }

  const std::string& path_of(clang::SourceLocation loc) {
    const clang::FileID file = sources_.getFileID(sources_.getExpansionLoc(loc));
    const auto [known, fresh] = paths_.try_emplace(file);
    if (!fresh) return known->second;
    if (file == sources_.getMainFileID()) return known->second = path_;
    const auto entry = sources_.getFileEntryRefForID(file);
    if (!entry || entry->getName() == llvm::StringRef(prelude_path)) return known->second;
    const llvm::StringRef name = entry->getName();
    std::vector<std::string> found;
    if (name.starts_with(mount_point)) found = resolve_include(snapshot_, "", name.substr(mount_point.size()).str());
    if (name.starts_with(last_resort)) found = resolve_include(snapshot_, path_, name.substr(last_resort.size()).str());
    if (!found.empty()) known->second = found.front();
    return known->second;
  }

  const clang::SourceManager& sources_;
  const clang::LangOptions& options_;
  const Snapshot& snapshot_;
  std::string path_;
  std::map<clang::FileID, std::string> paths_;
};

class UseVisitor : public clang::RecursiveASTVisitor<UseVisitor> {
  using Base = clang::RecursiveASTVisitor<UseVisitor>;

 public:
  UseVisitor(Locator& locator, CxxParse& parse) : locator_(locator), parse_(parse) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* expr) { return use(expr->getLocation(), expr->getDecl()); }
  bool VisitOverloadExpr(clang::OverloadExpr* expr) {
    for (const clang::NamedDecl* decl : expr->decls()) use(expr->getNameLoc(), decl->getUnderlyingDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* expr) {
    return no_entity(expr->getMemberLoc(), expr->getMemberDecl()->getDeclName());
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* expr) {
    return no_entity(expr->getMemberLoc(), expr->getMember());
  }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* expr) {
    return no_entity(expr->getLocation(), expr->getDeclName());
  }
  bool VisitUsingDecl(clang::UsingDecl* decl) {
    for (const auto* shadow : decl->shadows()) use(decl->getLocation(), shadow->getTargetDecl());
    return true;
  }
  bool VisitConceptSpecializationExpr(clang::ConceptSpecializationExpr* expr) {
    return use(expr->getConceptNameLoc(), expr->getNamedConcept());
  }

  bool VisitTagTypeLoc(clang::TagTypeLoc loc) { return use(loc.getNameLoc(), loc.getDecl()); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc loc) { return use(loc.getNameLoc(), loc.getTypedefNameDecl()); }
  bool VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc loc) {
    return use(loc.getNameLoc(), loc.getDecl());
  }
  bool VisitUsingTypeLoc(clang::UsingTypeLoc loc) { return use(loc.getNameLoc(), loc.getFoundDecl()->getTargetDecl()); }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc loc) {
    return use(loc.getTemplateNameLoc(), loc.getTypePtr()->getTemplateName().getAsTemplateDecl());
  }
  bool VisitDeducedTemplateSpecializationTypeLoc(clang::DeducedTemplateSpecializationTypeLoc loc) {
    return use(loc.getTemplateNameLoc(), loc.getTypePtr()->getTemplateName().getAsTemplateDecl());
  }
  bool VisitTemplateTypeParmTypeLoc(clang::TemplateTypeParmTypeLoc loc) {
    return loc.getDecl() ? no_entity(loc.getNameLoc(), loc.getDecl()->getDeclName()) : true;
  }
  bool VisitDependentNameTypeLoc(clang::DependentNameTypeLoc loc) {
    return no_entity(loc.getNameLoc(), loc.getTypePtr()->getIdentifier());
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
    if (argument.getArgument().getKind() == clang::TemplateArgument::Template)
      use(argument.getTemplateNameLoc(), argument.getArgument().getAsTemplate().getAsTemplateDecl());
    return Base::TraverseTemplateArgumentLoc(argument);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc loc) {
    if (loc)
      if (const clang::NamespaceDecl* space = loc.getNestedNameSpecifier()->getAsNamespace())
        no_entity(loc.getLocalBeginLoc(), space->getDeclName());
    return Base::TraverseNestedNameSpecifierLoc(loc);
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* init) {
    if (init->isMemberInitializer() && init->isWritten())
      no_entity(init->getMemberLocation(), init->getMember()->getDeclName());
    return Base::TraverseConstructorInitializer(init);
  }
  bool TraverseLambdaCapture(clang::LambdaExpr* lambda, const clang::LambdaCapture* capture, clang::Expr* init) {
    if (capture->isExplicit() && capture->capturesVariable())
      no_entity(capture->getLocation(), capture->getCapturedVar()->getDeclName());
    return Base::TraverseLambdaCapture(lambda, capture, init);
  }
  bool VisitDesignatedInitExpr(clang::DesignatedInitExpr* expr) {
    for (const auto& designator : expr->designators())
      if (designator.isFieldDesignator() && designator.getFieldName())
        no_entity(designator.getFieldLoc(), designator.getFieldName());
    return true;
  }
  // The names that parameters, locals, members and namespaces declare.
  bool VisitNamedDecl(clang::NamedDecl* decl) {
    const clang::NamedDecl* entity = Locator::entity_of(decl);
    if (entity != decl) no_entity(decl->getLocation(), decl->getDeclName());
    return true;
  }

 private:
  bool use(clang::SourceLocation loc, const clang::Decl* decl) {
    const auto* named = llvm::dyn_cast_or_null<clang::NamedDecl>(decl);
    if (!named) return true;
    const clang::NamedDecl* entity = Locator::entity_of(named);
    if (!entity) return no_entity(loc, named->getDeclName());
    const auto at = locator_.offset(loc);
    if (!at) return true;
    // One token resolves many times over in a long function: the id is made once for each declaration.
    auto [known, fresh] = ids_.try_emplace(entity->getCanonicalDecl());
    if (fresh) known->second = locator_.id(entity);
    if (!known->second.empty())
      parse_.uses.push_back({*at, known->second});
    else
      no_entity(loc, named->getDeclName());
    return true;
  }

  bool no_entity(clang::SourceLocation loc, clang::DeclarationName name) {
    const clang::IdentifierInfo* identifier = name.getAsIdentifierInfo();
    return identifier ? no_entity(loc, identifier) : true;
  }
  bool no_entity(clang::SourceLocation loc, const clang::IdentifierInfo* identifier) {
    const auto at = locator_.offset(loc);
    // Where a macro made the name, the token there is the macro's, and stays unresolved.
    if (at && locator_.spelled_at(*at, identifier->getName())) parse_.uses.push_back({*at, {}});
    return true;
  }

  Locator& locator_;
  CxxParse& parse_;
  std::map<const clang::Decl*, std::string> ids_;
};

class EntityCollector {
 public:
  EntityCollector(Locator& locator, CxxParse& parse) : locator_(locator), parse_(parse) {}

  void scan(const clang::DeclContext* scope) {
    for (const clang::Decl* decl : scope->decls()) {
      if (decl->isImplicit() || llvm::isa<clang::UsingDirectiveDecl>(decl)) continue;
      const auto begin = locator_.expansion_begin(decl->getBeginLoc());
      const auto end = locator_.expansion_end(decl->getEndLoc());
      if (!begin || !end || *end < *begin) continue;
      if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl)) {
        parse_.scopes.push_back({*begin, *end - *begin + 1});
        scan(space);
      } else if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(decl)) {
        if (linkage->hasBraces()) parse_.scopes.push_back({*begin, *end - *begin + 1});
        const std::size_t first = parse_.entities.size();
        scan(linkage);
        if (!linkage->hasBraces())
          for (std::size_t i = first; i < parse_.entities.size(); ++i)
            parse_.entities[i].span = {*begin, *end - *begin};
      } else {
        add(decl, *begin, *end);
      }
    }
  }

 private:
  void add(const clang::Decl* decl, unsigned begin, unsigned end) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (const auto* shadowing = llvm::dyn_cast<clang::UsingDecl>(decl)) {
      if (shadowing->shadow_size() != 1) return;
      named = (*shadowing->shadow_begin())->getTargetDecl();
    }
    const clang::NamedDecl* entity = Locator::entity_of(named);
    if (!entity) return;
    CxxEntity found;
    found.id = locator_.id(entity);
    found.word = entity->getNameAsString();
    if (found.id.empty()) return;
    found.span = {begin, end - begin};
    if (const auto at = locator_.offset(named == entity ? decl->getLocation() : entity->getLocation());
        at && !found.word.empty() && locator_.spelled_at(*at, found.word) && named == entity)
      found.name = {*at, static_cast<unsigned>(found.word.size())};
    // `NAME(...);` with no type before it is a macro that no header here defines, not a variable called NAME.
    if (llvm::isa<clang::VarDecl, clang::FunctionDecl>(decl) && !llvm::isa<clang::CXXDeductionGuideDecl>(decl) &&
        found.name.length > 0 && found.name.offset == begin)
      return;
    found.by_macro = locator_.by_one_macro(*decl);
    classify(decl, found);
    parse_.entities.push_back(found);
    // An enumerator that needs no qualifier may be the only name by which its enum is used.
    if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(decl); enumeration && !enumeration->isScoped()) {
      for (const auto* enumerator : enumeration->enumerators()) {
        found.word = enumerator->getNameAsString();
        found.declares = true;
        if (const auto at = locator_.offset(enumerator->getLocation()))
          found.name = {*at, static_cast<unsigned>(found.word.size())};
        parse_.entities.push_back(found);
      }
    }
  }

  static void classify(const clang::Decl* decl, CxxEntity& found) {
    using Kind = CxxEntity::Kind;
    if (const auto* pattern = llvm::dyn_cast<clang::TemplateDecl>(decl); pattern && pattern->getTemplatedDecl())
      decl = pattern->getTemplatedDecl();
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      found.kind = function->hasAttr<clang::CUDAGlobalAttr>() ? Kind::kernel : Kind::function;
      found.declares = !function->doesThisDeclarationHaveABody();
    } else if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(decl)) {
      found.kind = Kind::type;
      found.declares = !tag->isThisDeclarationADefinition();
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      found.kind = Kind::variable;
      found.declares = variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly;
    } else {
      found.kind = Kind::alias;
      found.declares = llvm::isa<clang::UsingDecl>(decl);
    }
  }

  Locator& locator_;
  CxxParse& parse_;
};

}  // namespace

void collect(clang::ASTContext& context, const Snapshot& snapshot, std::string_view path, CxxParse& parse) {
  Locator locator(context, snapshot, path);
  EntityCollector(locator, parse).scan(context.getTranslationUnitDecl());
  UseVisitor visitor(locator, parse);
  for (clang::Decl* decl : context.getTranslationUnitDecl()->decls())
    if (locator.expansion_begin(decl->getBeginLoc())) visitor.TraverseDecl(decl);
}

}  // namespace remove_op
